import type { OwnerRecordView } from "@nexby/contract/bookings/bookings";
import { countOf } from "@nexby/domain/kernel/amount-text";
import type { CancellationPolicy, ExchangeType } from "@nexby/domain/listings/item-terms";

export const CANCELLATION_COPY: Record<CancellationPolicy, { label: string; text: string }> = {
  flexible: { label: "Flexible", text: "Full refund until 24 hours before the start, 50% refund until the start" },
  moderate: { label: "Moderate", text: "Full refund until 5 days before the start, 50% refund until 24 hours before" },
  strict: { label: "Strict", text: "Full refund until 14 days before the start, 50% refund until 7 days before" },
};

export const HANDOFF_TYPE_LABELS: Record<ExchangeType, string> = {
  pickup: "Pickup",
  meetup: "Meetup",
  delivery: "Delivery",
};

export const isZero = (decimal: string): boolean => Number(decimal) === 0;

/** Fewer approved bookings say nothing about an owner. */
const MIN_TO_PRAISE = 3;

/** Sentence about how reliably an owner keeps bookings; null while there is nothing to say. */
export function ownerRecordCopy({ agreedCount, canceledCount }: OwnerRecordView): string | null {
  if (canceledCount > 0) return `Canceled ${canceledCount} of ${countOf(agreedCount, "rental")} in the last year`;
  return agreedCount < MIN_TO_PRAISE ? null : "Hasn’t canceled a rental in the last year";
}

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
