import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";

/** The renter's first pickup proposal, which the owner has not answered yet. */
export const PLAN: PlannedTimeView = {
  kind: "pickup",
  at: null,
  isConfirmed: false,
  confirmation: null,
  place: null,
  notes: null,
  turn: "owner",
  proposal: {
    id: "0198c0de-0000-7000-8000-000000000002",
    at: "2026-06-04T13:00:00.000Z",
    by: "renter",
    place: null,
    notes: null,
    isFlexible: false,
    message: null,
    inReplyTo: null,
    expiresAt: "2026-06-01T16:00:00.000Z",
    isConfirmedAtDeadline: true,
  },
  suggestions: [
    { at: "2026-06-04T13:30:00.000Z", date: "2026-06-04", time: "09:30" },
    { at: "2026-06-04T14:00:00.000Z", date: "2026-06-04", time: "10:00" },
  ],
  days: { from: "2026-06-04", to: "2026-06-06" },
  ownerHours: { from: "09:00", to: "18:00" },
};
