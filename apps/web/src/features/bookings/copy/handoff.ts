import type { BookingView } from "@nexby/contract/bookings/bookings";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import type { PlanKind } from "@nexby/domain/planning/planned-times";
import type { Handoff } from "../../../lib/rental-labels.ts";
import { otherOf } from "../booking-facts.ts";

type ConfirmCopy = { label: string; title: string; confirm: string; done: string };
type ByHandoff = { usual: ConfirmCopy } & { [handover in Handoff]?: ConfirmCopy };

const RECEIVED: ByHandoff = {
  usual: { label: "Confirm receipt", title: "Do you have it?", confirm: "Yes, I have it", done: "Enjoy it" },
  truck: { label: "The truck is here", title: "Is the truck here?", confirm: "Yes, it’s here", done: "Enjoy it" },
};

const handedOver = (renter: string): ByHandoff => ({
  usual: {
    label: "Mark as handed over",
    title: `Does ${renter} have it?`,
    confirm: "Mark as handed over",
    done: "Marked as handed over",
  },
  truck: {
    label: "I’m here",
    title: "Are you there with the truck?",
    confirm: "Yes, I’m here",
    done: "Arrival recorded",
  },
});

const NOT_RECEIVED: ByHandoff = {
  usual: {
    label: "Dispute the handoff",
    title: "Dispute the handoff?",
    confirm: "I don’t have it",
    done: "Handoff disputed",
  },
  truck: {
    label: "The truck isn’t here",
    title: "Isn’t the truck here?",
    confirm: "It isn’t here",
    done: "Handoff disputed",
  },
};

const SERVED: ConfirmCopy = {
  label: "The visit is over",
  title: "Is the visit over?",
  confirm: "Yes, it’s over",
  done: "End recorded",
};

const RETURNED_BY_RENTER: ByHandoff = {
  usual: {
    label: "Mark as returned",
    title: "Did you return it?",
    confirm: "Mark as returned",
    done: "Marked as returned",
  },
  delivery: {
    label: "Mark as collected",
    title: "Was it collected?",
    confirm: "Mark as collected",
    done: "Marked as collected",
  },
  truck: SERVED,
};

const RETURNED_TO_OWNER: ByHandoff = {
  usual: {
    label: "Mark as returned",
    title: "Do you have it back?",
    confirm: "Mark as returned",
    done: "Marked as returned",
  },
  truck: SERVED,
};

const pick = (copy: ByHandoff, handover: Handoff): ConfirmCopy => copy[handover] ?? copy.usual;

type Role = "renter" | "owner" | "admin";

/** `other` is the first name of the other side. */
export const handOverCopy = (handover: Handoff, role: Role, other: string): ConfirmCopy =>
  pick(role === "renter" ? RECEIVED : handedOver(other), handover);

export const disputeCopy = (handover: Handoff): ConfirmCopy => pick(NOT_RECEIVED, handover);

export const returnCopy = (handover: Handoff, role: Role): ConfirmCopy =>
  pick(role === "renter" ? RETURNED_BY_RENTER : RETURNED_TO_OWNER, handover);

type Booking = Pick<BookingView, "role" | "renter" | "owner" | "item">;

type CodeCopy = {
  /** Heading of the card. */
  title: string;
  /** What the code does, at the end of a sentence. */
  effect: string;
  confirm: string;
  done: string;
};

const USUAL: Record<PlanKind, CodeCopy> = {
  pickup: {
    title: "Handoff code",
    effect: "the rental starts right away",
    confirm: "Confirm handoff",
    done: "Handoff confirmed",
  },
  return: {
    title: "Return code",
    effect: "the return is confirmed right away",
    confirm: "Confirm return",
    done: "Return confirmed",
  },
};

const TRUCK: Record<PlanKind, CodeCopy> = {
  pickup: {
    title: "Arrival code",
    effect: "the visit starts right away",
    confirm: "Confirm arrival",
    done: "Arrival confirmed",
  },
  return: {
    title: "End of visit code",
    effect: "the visit ends right away",
    confirm: "Confirm end of visit",
    done: "End of visit confirmed",
  },
};

export const codeCopy = (kind: PlanKind, { item }: Booking): CodeCopy => (item.isFoodTruck ? TRUCK : USUAL)[kind];

export const otherName = (booking: Booking): string =>
  otherOf(booking).firstName || (booking.role === "renter" ? "the owner" : "the renter");

export const cardText = (kind: PlanKind, booking: Booking): string =>
  `When you meet, one of you shows a code and the other enters it. Then ${codeCopy(kind, booking).effect}.`;

export const showText = (kind: PlanKind, booking: Booking): string =>
  `Only show it when you’re together. When ${otherName(booking)} enters it, ${codeCopy(kind, booking).effect}.`;

export const enterText = (kind: PlanKind, booking: Booking): string => {
  const { effect } = codeCopy(kind, booking);
  const { role, item } = booking;
  // The handoff ends the renter's right to cancel.
  const isFinal = kind === "pickup" && role === "renter" && !item.isFoodTruck;
  return `Ask ${otherName(booking)} to open this booking and show the code. When you confirm, ${effect}${isFinal ? ", and you can’t cancel anymore" : ""}.`;
};

/** True if the handoff took place, whoever confirmed it. */
export const isConfirmed = (kind: PlanKind, status: BookingStatus): boolean =>
  status === (kind === "pickup" ? "in_possession" : "return_submitted");
