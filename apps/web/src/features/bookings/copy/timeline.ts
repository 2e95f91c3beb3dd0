import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isOver } from "@nexby/domain/bookings/statuses";
import { handoffLabels } from "../../../lib/handoff-labels.ts";
import { cancelReasonCopy } from "./notices.ts";

type Entry = BookingDetailView["timeline"][number];

/** By the names of events. */
const WORDS: Record<string, string> = {
  start_checkout: "Checkout started",
  authorize: "Request sent",
  approve: "Request approved",
  decline: "Request declined",
  expire: "Request expired",
  cancel: "Booking canceled",
  schedule: "Everything is agreed",
  owner_handed_over: "Owner handed it over",
  handover_objected: "Renter does not have it",
  hand_over: "Rental began",
  submit_return: "Item returned",
  close: "Rental completed",
  claim_damage: "Damage claimed",
  resolve: "Claim decided",
  no_show_reported: "No-show reported",
  no_show_contested: "No-show contested",
};

/** An event nobody has words for is told by its own name, as a sentence. */
export function eventCopy({ type, by }: Pick<Entry, "type" | "by">): string {
  // By itself nothing is claimed: it did not come back.
  if (type === "claim_damage" && by === "system") return "Not returned";
  const plain = type.replaceAll("_", " ");
  return WORDS[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Who did it; null for what happened by itself. */
export function actorCopy({ by }: Pick<Entry, "by">, booking: Pick<BookingDetailView, "role" | "renter" | "owner">) {
  if (by === "system") return null;
  if (by === booking.role) return "You";
  if (by === "admin") return "An administrator";
  return booking[by].firstName;
}

/** What was said along with it. */
export const noteCopy = ({ type, by, notes }: Pick<Entry, "type" | "by" | "notes">, booking: BookingDetailView) =>
  type === "cancel" ? cancelReasonCopy({ by, reason: notes }, booking) : notes;

type Booking = Pick<BookingDetailView, "exchange" | "exchangeType" | "item" | "status" | "startAt" | "endAt">;

/** Where to, or why that is not told yet. */
export function placeText({ exchange: { type, address }, item, status }: Booking): string {
  if (address) return address;
  if (isOver(status)) return type === "delivery" ? "The address is no longer shown." : item.location;
  if (type === "meetup") return `Agree on a place in ${item.location}.`;
  return status === "pending"
    ? `${item.location}. The exact place is shared once the request is approved.`
    : item.location;
}

type Time = { label: string; at: string; note?: string };

/** The times that count: what happened, else what is agreed, else what was asked for, else the rental's own. */
export function handoffTimes(booking: Booking): Time[] {
  const { exchange, startAt, endAt } = booking;
  const { start, end } = handoffLabels(booking);
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
