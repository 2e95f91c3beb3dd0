import { and, eq, ne, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { transfers } from "../../schema/payments.ts";
import { findBalance } from "../ledger/public.ts";
import { lockBookingPayments } from "./booking-money.queries.ts";
import type { Payment } from "./payments.queries.ts";

export type Transfer = typeof transfers.$inferSelect;

export async function insertTransfer(db: Db, transfer: typeof transfers.$inferInsert): Promise<Transfer> {
  const [row] = await db.insert(transfers).values(transfer).returning();
  if (!row) throw new Error("The database kept no transfer");
  return row;
}

export async function findTransfer(db: Db, id: string): Promise<Transfer | null> {
  const [row] = await db.select().from(transfers).where(eq(transfers.id, id));
  return row ?? null;
}

export async function lockTransfer(db: Db, id: string): Promise<Transfer | null> {
  const [row] = await db.select().from(transfers).where(eq(transfers.id, id)).for("no key update");
  return row ?? null;
}

const sumOfAmounts = sql<number>`coalesce(sum(${transfers.amountCents}), 0)`.mapWith(Number);

/** Pending transfers, which aren't in the ledger yet. */
export async function sumPendingTransfers(db: Db, bookingId: string, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sumOfAmounts })
    .from(transfers)
    .where(
      and(
        eq(transfers.bookingId, bookingId),
        eq(transfers.ownerId, ownerId),
        eq(transfers.kind, "transfer"),
        eq(transfers.status, "pending"),
      ),
    );
  return row?.sum ?? 0;
}

/** Includes pending reversals. */
export async function sumReversals(db: Db, transferId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sumOfAmounts })
    .from(transfers)
    .where(and(eq(transfers.reversesId, transferId), ne(transfers.status, "failed")));
  return row?.sum ?? 0;
}

export async function updateTransfer(db: Db, id: string, changes: PgUpdateSetSource<typeof transfers>): Promise<void> {
  await db.update(transfers).set(changes).where(eq(transfers.id, id));
}

export async function recordTransferAttempt(db: Db, id: string): Promise<void> {
  await updateTransfer(db, id, { firstTriedAt: sql`coalesce(${transfers.firstTriedAt}, app_now())` });
}

/** No effect on a transfer that was paid in the meantime. */
export async function failTransfer(db: Db, id: string, failureReason: string): Promise<void> {
  await db
    .update(transfers)
    .set({ status: "failed", failureReason })
    .where(and(eq(transfers.id, id), eq(transfers.status, "pending")));
}

/** The next attempt uses a new idempotency key. */
export async function renewTransferKey(db: Db, { id, attempt: old }: Transfer, idempotencyKey: string): Promise<void> {
  await db
    .update(transfers)
    .set({ attempt: old + 1, idempotencyKey, firstTriedAt: sql`app_now()` })
    .where(and(eq(transfers.id, id), eq(transfers.attempt, old), eq(transfers.status, "pending")));
}

type DebtScope = Pick<Payment, "bookingId" | "ownerId">;

/** Serializes payments of the owner's debt. Always taken after the lock on the booking's payments. */
export async function lockOwnerDebt(tx: Db, { bookingId, ownerId }: DebtScope): Promise<void> {
  await lockBookingPayments(tx, bookingId);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner debt ${ownerId}`}, 0))`);
}

/** The remaining debt for a booking, as other bookings' earnings may have paid it. Requires lockOwnerDebt. */
export async function findOpenDebt(tx: Db, { bookingId, ownerId: userId }: DebtScope): Promise<number> {
  const bookingDebt = await findBalance(tx, { account: "owner_receivable", bookingId, userId });
  const totalDebt = await findBalance(tx, { account: "owner_receivable", userId });
  return Math.max(Math.min(bookingDebt, totalDebt), 0);
}
