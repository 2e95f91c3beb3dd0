import { describeTable } from "../../testing/listings/catalogue.ts";
import {
  createdAt,
  createdInRealTime,
  id,
  instant,
  json,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
  textFrom,
  wholeFrom,
} from "./columns.fixture.ts";

const ID = "0190a0a0-0000-7000-8000-000000000001";
const OTHER_ID = "0190a0a0-0000-7000-8000-000000000002";

describeTable({
  table: "status_transitions",
  ids: "[DATA-07]",
  fields: {
    id,
    entityType: text,
    entityId: reference,
    field: textFrom("status"),
    fromStatus: optionalText,
    toStatus: text,
    reason: optionalText,
    transitionType: text,
    actorId: optionalReference,
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
    id,
    bookingId: reference,
    actorId: optionalReference,
    eventType: text,
    notes: optionalText,
    metadata: { ...json, default: "{}" },
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

describeTable({
  table: "audit_log",
  ids: "",
  fields: {
    id,
    actorId: optionalReference,
    action: text,
    entityType: text,
    entityId: text,
    reason: optionalText,
    details: { ...json, default: "{}" },
    createdAt: createdInRealTime,
  },
  validRow: async () => ({ id: ID, action: "user_approved", entity_type: "user", entity_id: OTHER_ID }),
  refused: { unique: { audit_log_pkey: { "a duplicate id": {} } } },
});

const lease = { locked_by: "worker", lease_until: "2026-05-04T12:00:30Z" };

describeTable({
  table: "scheduled_jobs",
  ids: "[DATA-18]",
  fields: {
    id,
    jobType: text,
    entityId: text,
    entityType: text,
    dedupeKey: textFrom(""),
    scheduledAt: instant,
    retryCount: wholeFrom(0),
    maxRetries: wholeFrom(3),
    payload: { ...json, default: "{}" },
    status: textFrom("pending"),
    lastError: optionalText,
    lockedBy: optionalText,
    leaseUntil: optionalInstant,
    leaseLosses: wholeFrom(0),
    finishedAt: optionalInstant,
    createdAt,
  },
  validRow: async () => ({
    id: ID,
    job_type: "remind",
    entity_type: "booking",
    entity_id: "1",
    scheduled_at: "2026-05-04T12:00:00Z",
  }),
  refused: {
    unique: {
      scheduled_jobs_pkey: { "a duplicate id": { entity_id: "2" } },
      scheduled_jobs_live_unique: {
        "a second pending job of one type, entity and key": { id: OTHER_ID },
        "a running job next to the pending one": { id: OTHER_ID, status: "running", ...lease },
      },
    },
    check: {
      scheduled_jobs_status_is_known: { "an unknown status": { status: "lost" }, "an empty status": { status: "" } },
      scheduled_jobs_counts_make_sense: {
        "a negative number of retries": { retry_count: -1 },
        "more retries than allowed": { retry_count: 4 },
        "a negative number of lost leases": { lease_losses: -1 },
      },
      scheduled_jobs_running_has_lease: {
        "a running job without a worker": { status: "running" },
        "a running job without a lease end": { status: "running", locked_by: "worker" },
        "a pending job with a worker": { ...lease },
        "a completed job with a worker": { status: "completed", ...lease },
      },
    },
  },
});
