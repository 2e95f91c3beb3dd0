import type { ExchangeType } from "@nexby/domain/listings/item-terms";

/** How an item gets to who rents it, and back. A food truck is not handed over: it comes, serves and leaves. */
export type Handoff = ExchangeType | "truck";

type Labels = {
  name: string;
  /** Of the moments at which it begins and ends. */
  start: string;
  end: string;
  /** Of the fields that ask for them. */
  startTime: string;
  endTime: string;
  /** What the two agree on. */
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
