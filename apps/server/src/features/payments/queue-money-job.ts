import type { Db } from "../../platform/db/db.ts";
import type { Insert } from "../../platform/db/insert-together.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { enqueueJob, jobInsert, type NewJob } from "../../platform/jobs/enqueue-job.ts";
import { FOLLOW_MONEY, PROCESS_PROVIDER_EVENT, RUN_PAYMENT_OPERATION, RUN_REFUND, RUN_TRANSFER } from "./money-jobs.ts";

type Of = { id: string; paymentId: string };

/** All of one payment in one row, one after another: an operation is never overtaken by the next. */
const ofPayment = (type: string, { id, paymentId }: Of): NewJob => ({
  type,
  entityType: "payment",
  entityId: paymentId,
  key: id,
  payload: { id },
});

export const queueOperation = (db: Db, operation: Of) => enqueueJob(db, ofPayment(RUN_PAYMENT_OPERATION, operation));

/** A payer who waits gets it made at once; the job is for those who have gone. */
const PATIENCE_MS = 30_000;

export const openingJob = (operation: Of, now: Date): Insert =>
  jobInsert({ ...ofPayment(RUN_PAYMENT_OPERATION, operation), at: new Date(now.getTime() + PATIENCE_MS) });

export const queueRefund = (db: Db, refund: Of) => enqueueJob(db, ofPayment(RUN_REFUND, refund));

/** A reversal waits for what it reverses. */
export const queueTransfer = (db: Db, { id, reversesId }: { id: string; reversesId: string | null }) =>
  enqueueJob(db, {
    type: RUN_TRANSFER,
    entityType: "transfer",
    entityId: reversesId ?? id,
    key: id,
    payload: { id },
  });

export const queueEvent = (db: Db, eventId: string) =>
  enqueueJob(db, { type: PROCESS_PROVIDER_EVENT, entityType: "provider_event", entityId: eventId });

/** Each change has its own: one that is being followed at this moment may have been read before this one. */
export const queueFollowing = (db: Db, bookingId: string) =>
  enqueueJob(db, { type: FOLLOW_MONEY, entityType: "booking", entityId: bookingId, key: newId() });
