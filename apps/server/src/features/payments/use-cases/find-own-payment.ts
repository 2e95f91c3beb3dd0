import type { Db } from "../../../platform/db/db.ts";
import { findPayment, type Payment } from "../payments.repository.ts";

/** Null also for what somebody else has paid: nobody learns that it exists. */
export async function findOwnPayment(db: Db, personId: string, paymentId: string): Promise<Payment | null> {
  const payment = await findPayment(db, paymentId);
  return payment?.payerId === personId ? payment : null;
}
