import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";

/**
 * One at a time decides about a booking's money: what is left is read from the ledger, and two who read at once would
 * give it away twice. First of all locks here, so that no two wait for each other. Ends with the transaction.
 */
export async function lockBookingMoney(tx: Db, bookingId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`booking money ${bookingId}`}, 0))`);
}
