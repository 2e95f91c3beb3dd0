import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { findBalance } from "../ledger/public.ts";
import { lockBookingMoney } from "./booking-money-lock.ts";
import type { Payment } from "./payments.repository.ts";

type Owed = Pick<Payment, "bookingId" | "ownerId">;

/** Nobody else pays this owner's debt at this moment. After the lock on the booking's money, here as everywhere. */
export async function lockOwnerDebt(tx: Db, { bookingId, ownerId }: Owed): Promise<void> {
  await lockBookingMoney(tx, bookingId);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner debt ${ownerId}`}, 0))`);
}

/** What an owner still owes for a booking: what they earned with another may have paid it. Under the lock. */
export async function findOpenDebt(tx: Db, { bookingId, ownerId: userId }: Owed): Promise<number> {
  const ofBooking = await findBalance(tx, { account: "owner_receivable", bookingId, userId });
  const inAll = await findBalance(tx, { account: "owner_receivable", userId });
  return Math.max(Math.min(ofBooking, inAll), 0);
}
