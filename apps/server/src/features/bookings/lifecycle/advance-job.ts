import { WAKE_UPS } from "@nexby/domain/bookings/wake-ups";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { FOLLOW_MONEY } from "../../payments/public.ts";
import { advanceBooking } from "./advance-booking.ts";
import { WARN_OF_MISSING_TAX, warnOfMissingTax } from "./missing-tax.ts";

/** Whatever wakes a booking, its money or a deadline: it goes on from where it is. And what follows for others. */
export function bookingJobs(environment: Pick<PaymentsPort, "environment">): Record<string, JobHandler> {
  const handler: JobHandler = {
    inTransaction: async (tx, { entityId }) => void (await advanceBooking(tx, environment, entityId)),
  };
  return {
    ...Object.fromEntries([FOLLOW_MONEY, ...WAKE_UPS].map((type) => [type, handler])),
    [WARN_OF_MISSING_TAX]: warnOfMissingTax,
  };
}
