import type { BookingActor } from "../bookings/transitions.ts";

/** A draft isn't paid yet and is known to the renter only. The owner decides on a request. */
export const EXTENSION_STATUSES = ["draft", "requested", "approved", "declined", "expired", "withdrawn"] as const;
export type ExtensionStatus = (typeof EXTENSION_STATUSES)[number];

/** A booking has at most one open extension. */
export const OPEN_EXTENSION_STATUSES = ["draft", "requested"] as const satisfies readonly ExtensionStatus[];

/** A draft is where it begins. */
export type ExtensionOutcome = Exclude<ExtensionStatus, "draft">;

type Transition = {
  readonly to: ExtensionOutcome;
  /** Source statuses, each with the actors allowed to trigger the transition from there. */
  readonly from: Readonly<Partial<Record<ExtensionStatus, readonly BookingActor[]>>>;
};

/** All transitions of an extension and the actors allowed to trigger them. */
export const EXTENSION_TRANSITIONS = {
  request: { to: "requested", from: { draft: ["system"] } },
  approve: { to: "approved", from: { requested: ["owner", "system"] } },
  decline: { to: "declined", from: { requested: ["owner", "system"] } },
  expire: { to: "expired", from: { draft: ["system"], requested: ["system"] } },
  withdraw: { to: "withdrawn", from: { draft: ["renter"], requested: ["renter", "system"] } },
} as const satisfies Record<string, Transition>;

export type ExtensionEvent = keyof typeof EXTENSION_TRANSITIONS;

/** The next status; null if the actor may not trigger the event from this status. */
export function extensionStatusAfter(
  status: ExtensionStatus,
  event: ExtensionEvent,
  actor: BookingActor,
): ExtensionOutcome | null {
  const { from, to }: Transition = EXTENSION_TRANSITIONS[event];
  return from[status]?.includes(actor) ? to : null;
}
