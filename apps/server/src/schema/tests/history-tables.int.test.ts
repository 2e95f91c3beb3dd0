import { describeTable } from "../../testing/listings/catalogue.ts";

const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER_ID = "0190a0a0-0000-7000-8000-000000000002";
const optionalText = { type: "text", nullable: true } as const;
const optionalId = { type: "uuid", nullable: true } as const;
const createdAt = { type: "timestamp(3) with time zone", default: "app_now()" };

describeTable({
  table: "status_transitions",
  ids: "[DATA-07]",
  fields: {
    fromStatus: optionalText,
    toStatus: { type: "text" },
    reason: optionalText,
    transitionType: { type: "text" },
    actorId: optionalId,
    createdAt,
  },
  validRow: async () => ({
    id: ID,
    entity_type: "booking",
    entity_id: OTHER_ID,
    from_status: "pending",
    to_status: "approved",
    transition_type: "party",
  }),
  refused: {
    unique: { status_transitions_pkey: { "a duplicate id": {} } },
    check: {
      status_transitions_type_is_known: { "an unknown type": { id: OTHER_ID, transition_type: "magic" } },
      status_transitions_change_something: {
        "a transition to the same status": { id: OTHER_ID, to_status: "pending" },
      },
    },
  },
});

describeTable({
  table: "rental_events",
  ids: "[DATA-07]",
  fields: {
    bookingId: { type: "uuid" },
    actorId: optionalId,
    eventType: { type: "text" },
    notes: optionalText,
    metadata: { type: "jsonb", default: "{}" },
    createdAt,
  },
  validRow: async () => ({ id: ID, booking_id: OTHER_ID, event_type: "booking_approved" }),
  refused: {
    unique: { rental_events_pkey: { "a duplicate id": {} } },
    check: {
      rental_events_type_is_snake_case: {
        "a type that is not snake case": { id: OTHER_ID, event_type: "Booking Approved" },
      },
    },
  },
});
