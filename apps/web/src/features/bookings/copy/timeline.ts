import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { TimelineEvent } from "@nexby/contract/bookings/timeline";
import { displayPhone } from "@nexby/domain/accounts/profile-completeness";
import { areContactsShared, isOver } from "@nexby/domain/bookings/statuses";
import { type Handoff, handoffLabels, handoffOfBooking } from "../../../lib/rental-labels.ts";
import { otherOf } from "../booking-facts.ts";
import { cancelReasonCopy } from "./notices.ts";

type Entry = BookingDetailView["timeline"][number];

const EVENT_LABELS: Record<TimelineEvent, string> = {
  start_checkout: "Checkout started",
  authorize: "Request sent",
  approve: "Request approved",
  decline: "Request declined",
  expire: "Request expired",
  cancel: "Booking canceled",
  cancel_for_missing_item: "Canceled because the previous renter was late",
  schedule: "Handoff scheduled",
  owner_handed_over: "Marked as handed over",
  handover_objected: "Handoff disputed",
  pickup_reported: "Condition at pickup reported",
  pickup_condition_confirmed: "Condition at pickup confirmed",
  photo_added: "Photo added",
  return_reported: "Condition at return reported",
  return_signed: "Return signed",
  pickup_confirmed_by_code: "Handoff confirmed with a code",
  return_confirmed_by_code: "Return confirmed with a code",
  pickup_code_locked: "Five incorrect codes entered",
  return_code_locked: "Five incorrect codes entered",
  hand_over: "Rental started",
  uphold_handoff: "Decided that it was handed over",
  reject_handoff: "Decided that it was not handed over",
  deposit_lapsed: "The deposit hold ended at the bank",
  deposit_retried: "Deposit tried again",
  deposit_given_up: "Deposit given up",
  unit_available: "Made available again",
  extension_requested: "Extension requested",
  extension_approved: "Rental extended",
  extension_declined: "Extension declined",
  extension_expired: "Extension request expired",
  extension_withdrawn: "Extension request withdrawn",
  instructions_changed: "Handoff instructions changed",
  pickup_time_proposed: "Pickup time proposed",
  pickup_time_confirmed: "Pickup time confirmed",
  pickup_time_kept: "Pickup time kept",
  pickup_proposal_expired: "Pickup proposal expired",
  return_time_proposed: "Return time proposed",
  return_time_confirmed: "Return time confirmed",
  return_time_kept: "Return time kept",
  return_proposal_expired: "Return proposal expired",
  submit_return: "Item returned",
  units_returned: "Units marked as returned",
  units_confirmed: "Owner confirmed the returned units",
  close: "Rental completed",
  claim_damage: "Damage claimed",
  resolve: "Claim decided",
  claim_agreed: "Claim accepted",
  claim_contested: "Claim contested",
  claim_withdrawn: "Claim withdrawn",
  claim_decided: "Damages awarded",
  claim_dismissed: "Claim dismissed",
  damage_charged: "Damage paid",
  damage_uncollectible: "Damage couldn’t be collected in full",
  item_late: "The previous renter is late",
  item_back: "The previous renter returned the item",
  late_fee_calculated: "Late fee calculated",
  late_fee_contested: "Late fee contested",
  late_fee_decided: "Late fee decided",
  late_fee_reduced: "Part of the late fee waived",
  loss_named: "Owner named the cost of the lost item",
  late_fee_waived: "Late fee waived",
  late_fee_charged: "Late fee paid",
  late_fee_kept: "Late fee taken from the deposit",
  late_fee_uncollectible: "Late fee couldn’t be collected in full",
  no_show_reported: "No-show reported",
  no_show_contested: "No-show contested",
};

const isKnown = (type: string): type is TimelineEvent => Object.hasOwn(EVENT_LABELS, type);

/** An event that an earlier version stored is shown by its type, in sentence case. */
export function eventCopy({ type, by }: Pick<Entry, "type" | "by">): string {
  // A claim by the system means that the item was never returned.
  if (type === "claim_damage" && by === "system") return "Not returned";
  if (isKnown(type)) return EVENT_LABELS[type];
  const name = type.replaceAll("_", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Null for events by the system. */
export function actorCopy({ by }: Pick<Entry, "by">, booking: Pick<BookingDetailView, "role" | "renter" | "owner">) {
  if (by === "system") return null;
  if (by === booking.role) return "You";
  if (by === "admin") return "Our team";
  return booking[by].firstName;
}

export const noteCopy = ({ type, by, notes }: Pick<Entry, "type" | "by" | "notes">, booking: BookingDetailView) =>
  type === "cancel" || type === "cancel_for_missing_item" ? cancelReasonCopy({ by, reason: notes }, booking) : notes;

type Booking = Pick<
  BookingDetailView,
  | "role"
  | "exchange"
  | "exchangeType"
  | "item"
  | "status"
  | "startAt"
  | "endAt"
  | "plannedTimes"
  | "checkoutNotes"
  | "returnNotes"
  | "returnCondition"
>;

/** The address, or the town and when the address is shown. */
export function placeText({ role, exchange, item, status }: Booking): string {
  const { type, address, meetupLocation, town } = exchange;
  const place = type === "meetup" ? meetupLocation : address;
  if (place) return place;
  if (type === "meetup" && !isOver(status)) return `Agree on a place in ${item.location}.`;
  if (status === "pending" && role !== "admin") {
    return `${town ?? "Near the item"}. The street address is shown once the request is approved.`;
  }
  return town ?? "The address is private.";
}

/** How to reach the other person; null while contacts aren't shared. */
export function contactText(booking: BookingDetailView): string | null {
  const { role, status, contactPhone } = booking;
  if (role === "admin" || !areContactsShared(status)) return null;
  const firstName = otherOf(booking).firstName || (role === "renter" ? "The owner" : "The renter");
  if (contactPhone !== null) return `Call ${firstName}: ${displayPhone(contactPhone)}`;
  return isOver(status) ? null : `${firstName} doesn’t share a phone number.`;
}

const DONE: Record<Handoff, readonly [started: string, ended: string]> = {
  pickup: ["Picked up", "Returned"],
  meetup: ["Picked up", "Returned"],
  delivery: ["Delivered", "Collected"],
  truck: ["Arrived", "Left"],
};

const RETURN_CONDITIONS: Record<NonNullable<Booking["returnCondition"]>, string> = {
  good: "in good condition",
  damaged: "damaged",
  other: "with a problem",
};

type Time = {
  label: string;
  at: string;
  note?: string;
  /** What the person who confirmed it wrote. */
  quote?: string;
};

/**
 * Actual time if known, preceded by the confirmed, requested or default one. Times still being planned have their own
 * card.
 */
export function handoffTimes(booking: Booking): Time[] {
  const { exchange, startAt, endAt, checkoutNotes, returnNotes, returnCondition } = booking;
  const { start, end } = handoffLabels(booking);
  const [started, ended] = DONE[handoffOfBooking(booking)];
  const isPlanned = (kind: "pickup" | "return") => booking.plannedTimes.some((plan) => plan.kind === kind);
  // Without another agreement, the return is due at the end.
  const isReturnAgreed = exchange.isPickupConfirmed && exchange.scheduledReturnAt !== endAt;
  const pickup = timeOf(start, started, {
    actual: exchange.actualPickupAt,
    confirmed: exchange.isPickupConfirmed ? exchange.scheduledPickupAt : null,
    requested: exchange.requestedPickupAt ?? exchange.scheduledPickupAt,
    fallback: startAt,
    isFlexible: exchange.isPickupFlexible,
    quote: checkoutNotes,
  });
  const returnTime = timeOf(end, ended, {
    actual: exchange.actualReturnAt,
    confirmed: isReturnAgreed ? exchange.scheduledReturnAt : null,
    requested: exchange.isPickupConfirmed ? null : (exchange.requestedDropoffAt ?? exchange.scheduledReturnAt),
    fallback: endAt,
    isFlexible: exchange.isDropoffFlexible,
    outcome: returnCondition && RETURN_CONDITIONS[returnCondition],
    quote: returnNotes,
  });
  return [...(isPlanned("pickup") ? [] : pickup), ...(isPlanned("return") ? [] : returnTime)];
}

type HandoffMoments = {
  actual: string | null;
  confirmed: string | null;
  requested: string | null;
  fallback: string;
  isFlexible: boolean;
  outcome?: string | null;
  quote: string | null;
};

function timeOf(
  name: string,
  done: string,
  { actual, confirmed, requested, fallback, isFlexible, outcome, quote }: HandoffMoments,
): Time[] {
  const planned: Time = confirmed
    ? { label: `${name}, confirmed`, at: confirmed }
    : requested
      ? { label: `${name}, requested`, at: requested, ...(isFlexible && { note: "flexible" }) }
      : { label: name, at: fallback, ...(isFlexible && { note: "flexible" }) };
  if (!actual) return [planned];
  return [planned, { label: done, at: actual, ...(outcome && { note: outcome }), ...(quote && { quote }) }];
}
