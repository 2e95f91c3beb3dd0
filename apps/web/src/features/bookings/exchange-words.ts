import type { BookingDetailView } from "@nexby/contract/bookings";
import { isOver } from "@nexby/domain/bookings/booking-statuses";
import { handoverLabels } from "../../lib/handover-words.ts";

type Booking = Pick<BookingDetailView, "exchange" | "exchangeType" | "item" | "status" | "startAt" | "endAt">;

/** Where to, or why that is not told yet. */
export function placeWords({ exchange: { type, address }, item, status }: Booking): string {
  if (address) return address;
  if (isOver(status)) return type === "delivery" ? "The address is no longer shown." : item.location;
  if (type === "meetup") return `Agree on a place in ${item.location}.`;
  return status === "pending"
    ? `${item.location}. The exact place is shared once the request is approved.`
    : item.location;
}

type Time = { label: string; at: string; note?: string };

/** The times that count: what happened, else what is agreed, else what was asked for, else the rental's own. */
export function exchangeTimes(booking: Booking): Time[] {
  const { exchange, startAt, endAt } = booking;
  const { start, end } = handoverLabels(booking);
  return [
    timeOf(start, {
      actual: exchange.actualPickupAt,
      agreed: exchange.isPickupConfirmed ? exchange.scheduledPickupAt : null,
      requested: exchange.requestedPickupAt ?? exchange.scheduledPickupAt,
      usual: startAt,
      isFlexible: exchange.isPickupFlexible,
    }),
    timeOf(end, {
      actual: exchange.actualReturnAt,
      agreed: exchange.isPickupConfirmed ? exchange.scheduledReturnAt : null,
      requested: exchange.requestedDropoffAt ?? exchange.scheduledReturnAt,
      usual: endAt,
      isFlexible: exchange.isDropoffFlexible,
    }),
  ].flat();
}

type Known = {
  actual: string | null;
  agreed: string | null;
  requested: string | null;
  usual: string;
  isFlexible: boolean;
};

function timeOf(name: string, { actual, agreed, requested, usual, isFlexible }: Known): Time[] {
  const planned: Time = agreed
    ? { label: `${name}, agreed`, at: agreed }
    : requested
      ? { label: `${name}, asked for`, at: requested, ...(isFlexible && { note: "flexible" }) }
      : { label: name, at: usual, ...(isFlexible && { note: "flexible" }) };
  return actual ? [planned, { label: `${name}, as it was`, at: actual }] : [planned];
}
