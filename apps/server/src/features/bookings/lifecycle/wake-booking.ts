import type { WakeUp } from "@nexby/domain/bookings/system-steps";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";

/** Looks at a booking again at an instant; for the same reason and instant once, however often it is asked for. */
export async function wakeBooking(tx: Db, bookingId: string, { job, at }: { job: WakeUp; at: Date }): Promise<void> {
  await enqueueJob(tx, { type: job, entityType: "booking", entityId: bookingId, at, key: at.toISOString() });
}
