import type { ExchangeType } from "@nexby/domain/listings/item-terms";

/** Way an item gets to the renter and back. A food truck is not handed over: it comes, serves and leaves. */
export type Handoff = ExchangeType | "truck";

type Labels = {
  name: string;
  start: string;
  end: string;
  startTime: string;
  endTime: string;
  /** The time that renter and owner agree on. */
  agreed: string;
};

export const HANDOFF_LABELS: Record<Handoff, Labels> = {
  pickup: {
    name: "Pickup",
    start: "Pickup",
    end: "Return",
    startTime: "Pickup time",
    endTime: "Return time",
    agreed: "the pickup time",
  },
  meetup: {
    name: "Meetup",
    start: "Meetup",
    end: "Return",
    startTime: "Meetup time",
    endTime: "Return time",
    agreed: "the meetup time",
  },
  delivery: {
    name: "Delivery",
    start: "Delivery",
    end: "Collection",
    startTime: "Delivery time",
    endTime: "Collection time",
    agreed: "the delivery time",
  },
  truck: {
    name: "Food truck visit",
    start: "Serving from",
    end: "Serving until",
    startTime: "Serving from",
    endTime: "Serving until",
    agreed: "when serving begins",
  },
};

type Booked = { exchangeType: ExchangeType; item: { isFoodTruck: boolean } };

export const handoffOfBooking = ({ exchangeType, item }: Booked): Handoff =>
  item.isFoodTruck ? "truck" : exchangeType;

export const handoffLabels = (booked: Booked): Labels => HANDOFF_LABELS[handoffOfBooking(booked)];
