import type { BookingStatus } from "./booking-statuses.ts";

export const BOOKING_ACTORS = ["renter", "owner", "admin", "system"] as const;
export type BookingActor = (typeof BOOKING_ACTORS)[number];

type Move = {
  readonly to: BookingStatus;
  /** From where, and by whom from there. */
  readonly from: Readonly<Partial<Record<BookingStatus, readonly BookingActor[]>>>;
};

const PEOPLE = ["renter", "owner", "admin"] as const;

/** Every way a booking can go, and nobody's hands but these. */
export const BOOKING_MOVES = {
  authorize: { to: "pending", from: { pending: ["system"] } },
  approve: { to: "approved", from: { pending: ["owner", "system"] } },
  decline: { to: "declined", from: { pending: ["owner", "system"] } },
  expire: { to: "expired", from: { pending: ["system"] } },
  cancel: {
    to: "canceled",
    from: { pending: PEOPLE, approved: [...PEOPLE, "system"], scheduled: [...PEOPLE, "system"] },
  },
  schedule: { to: "scheduled", from: { approved: ["system"] } },
  hand_over: { to: "in_possession", from: { scheduled: ["renter", "system"] } },
  submit_return: { to: "return_submitted", from: { in_possession: ["renter", "owner"] } },
  close: { to: "closed", from: { return_submitted: ["owner", "system"] } },
  claim_damage: {
    to: "damaged_admin_review",
    from: { in_possession: ["owner", "system"], return_submitted: ["owner"] },
  },
  resolve: { to: "closed", from: { damaged_admin_review: ["admin"] } },
} as const satisfies Record<string, Move>;

export type BookingEvent = keyof typeof BOOKING_MOVES;
export const BOOKING_EVENTS = Object.keys(BOOKING_MOVES) as BookingEvent[];

const moveOf = (event: BookingEvent): Move => BOOKING_MOVES[event];

/** Where an event leads from here; null where it has no business. */
export function statusAfter(status: BookingStatus, event: BookingEvent, actor: BookingActor): BookingStatus | null {
  const { from, to } = moveOf(event);
  return from[status]?.includes(actor) ? to : null;
}
