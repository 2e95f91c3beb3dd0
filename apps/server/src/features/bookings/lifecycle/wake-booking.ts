import type { WakeUp } from "@nexby/domain/bookings/wake-ups";
import type { Db } from "../../../platform/db/db.ts";
import type { Insert } from "../../../platform/db/insert-together.ts";
import { enqueueJobs, jobInsert } from "../../../platform/jobs/enqueue-job.ts";

type Wake = { job: WakeUp; at: Date };

/** Looks at a booking again at these instants; for the same reason and instant once, however often it is asked for. */
export async function wakeBooking(tx: Db, bookingId: string, wakes: readonly Wake[]): Promise<void> {
  await enqueueJobs(
    tx,
    wakes.map((wake) => jobOf(bookingId, wake)),
  );
}

/** The same row, to be written with others. */
export const wakeInsert = (bookingId: string, wake: Wake): Insert => jobInsert(jobOf(bookingId, wake));

const jobOf = (bookingId: string, { job, at }: Wake) => ({
  type: job,
  entityType: "booking",
  entityId: bookingId,
  at,
  key: at.toISOString(),
});
