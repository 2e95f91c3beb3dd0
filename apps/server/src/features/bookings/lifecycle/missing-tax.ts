import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { tellAdministrators } from "../../accounts/public.ts";
import { findItemState } from "../booking-item.repository.ts";
import type { Booking } from "../bookings.repository.ts";

export const WARN_OF_MISSING_TAX = "warn_of_missing_tax";

const DAY_MS = 86_400_000;

/** Where no rate is known no tax is asked for, and administrators hear of it: of each state once a day, however many. */
export async function noteMissingTax(tx: Db, { itemId, priceBreakdown }: Booking, now: Date): Promise<void> {
  if (priceBreakdown.tax.rateId) return;
  const state = priceBreakdown.tax.state ?? (await findItemState(tx, itemId));
  if (!state) return;
  const tomorrow = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  await enqueueJob(tx, { type: WARN_OF_MISSING_TAX, entityType: "state", entityId: state, at: tomorrow });
}

export const warnOfMissingTax: JobHandler = {
  inTransaction: (tx, { entityId: state }) =>
    tellAdministrators(tx, {
      type: "system",
      title: `No tax rate for ${state}`,
      message:
        `Something was rented in ${state} without tax, because no rate is known for the place and day. ` +
        "Please add one; where no tax is due, one of 0 %.",
      actionUrl: "/admin?view=tax-rates",
      data: { state },
    }),
};
