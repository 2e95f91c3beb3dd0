import type { WakeUp } from "@nexby/domain/bookings/system-steps";
import type { Db } from "../../../platform/db/db.ts";
import type { Write } from "../../../platform/db/write-together.ts";
import { enqueueJob, jobToWrite, type NewJob } from "../../../platform/jobs/enqueue-job.ts";

type Wake = { job: WakeUp; at: Date };

/** Looks at a booking again at an instant; for the same reason and instant once, however often it is asked for. */
export async function wakeBooking(tx: Db, bookingId: string, wake: Wake): Promise<void> {
  await enqueueJob(tx, jobOf(bookingId, wake));
}

/** The same as a write of its own, to be sent with others. */
export const wakeToWrite = (tx: Db, bookingId: string, wake: Wake): Write => jobToWrite(tx, jobOf(bookingId, wake));

const jobOf = (bookingId: string, { job, at }: Wake): NewJob => ({
  type: job,
  entityType: "booking",
  entityId: bookingId,
  at,
  key: at.toISOString(),
});
