import type { Db } from "../../platform/db/db.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { RUN_PAYMENT_OPERATION, RUN_REFUND, RUN_TRANSFER } from "./money-jobs.ts";

type Of = { id: string; paymentId: string };

/** All of one payment in one row, one after another: an operation is never overtaken by the next. */
const ofPayment = (type: string, { id, paymentId }: Of, at?: Date) => ({
  type,
  entityType: "payment",
  entityId: paymentId,
  key: id,
  payload: { id },
  ...(at && { at }),
});

export const queueOperation = (db: Db, operation: Of, at?: Date) =>
  enqueueJob(db, ofPayment(RUN_PAYMENT_OPERATION, operation, at));

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
