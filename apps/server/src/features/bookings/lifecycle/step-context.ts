import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking } from "../bookings.repository.ts";
import type { Loaded } from "./load-life.ts";

/** A locked booking with what is known of it, inside the transaction that changes it. */
export type StepContext = Loaded & {
  tx: Db;
  environment: Pick<PaymentsPort, "environment">;
  booking: Booking;
  now: Date;
};
