import type { BookingStatus } from "./booking-statuses.ts";

export const BOOKING_ACTORS = ["renter", "owner", "admin", "system"] as const;
export type BookingActor = (typeof BOOKING_ACTORS)[number];

type Move = {
  readonly from: readonly BookingStatus[];
  readonly to: BookingStatus;
  readonly by: readonly BookingActor[];
};

/** Every way a booking can go, and nobody's hands but these. */
export const BOOKING_MOVES = {
  authorize: { from: ["pending"], to: "pending", by: ["system"] },
  approve: { from: ["pending"], to: "approved", by: ["owner", "system"] },
  decline: { from: ["pending"], to: "declined", by: ["owner", "admin", "system"] },
  expire: { from: ["pending"], to: "expired", by: ["system"] },
  cancel: { from: ["pending", "approved", "scheduled"], to: "canceled", by: ["renter", "owner", "admin", "system"] },
  schedule: { from: ["approved"], to: "scheduled", by: ["system"] },
  hand_over: { from: ["scheduled"], to: "in_possession", by: ["renter", "system"] },
  submit_return: { from: ["in_possession"], to: "return_submitted", by: ["renter", "owner"] },
  close: { from: ["return_submitted"], to: "closed", by: ["owner", "system"] },
  claim_damage: {
    from: ["in_possession", "return_submitted"],
    to: "damaged_admin_review",
    by: ["owner", "system"],
  },
  resolve: { from: ["damaged_admin_review"], to: "closed", by: ["admin", "system"] },
} as const satisfies Record<string, Move>;

export type BookingEvent = keyof typeof BOOKING_MOVES;
export const BOOKING_EVENTS = Object.keys(BOOKING_MOVES) as BookingEvent[];

const moveOf = (event: BookingEvent): Move => BOOKING_MOVES[event];

/** Where an event leads from here; null where it has no business. */
export function statusAfter(status: BookingStatus, event: BookingEvent, actor: BookingActor): BookingStatus | null {
  const { from, to, by } = moveOf(event);
  return from.includes(status) && by.includes(actor) ? to : null;
}
