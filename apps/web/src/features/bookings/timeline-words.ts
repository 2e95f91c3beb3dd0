import type { BookingDetailView } from "@nexby/contract/bookings";
import { cancelReasonWords } from "./cancel-reasons.ts";

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
export function eventWords({ type, by }: Pick<Entry, "type" | "by">): string {
  // By itself nothing is claimed: it did not come back.
  if (type === "claim_damage" && by === "system") return "Not returned";
  const plain = type.replaceAll("_", " ");
  return WORDS[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Who did it; null for what happened by itself. */
export function actorWords({ by }: Pick<Entry, "by">, booking: Pick<BookingDetailView, "role" | "renter" | "owner">) {
  if (by === "system") return null;
  if (by === booking.role) return "You";
  if (by === "admin") return "An administrator";
  return booking[by].firstName;
}

/** What was said along with it. */
export const noteWords = ({ type, by, notes }: Pick<Entry, "type" | "by" | "notes">, booking: BookingDetailView) =>
  type === "cancel" ? cancelReasonWords({ by, reason: notes }, booking) : notes;
