import type { LateFeeFacts } from "@nexby/domain/bookings/snapshot";
import type { LateFeeStatus } from "@nexby/domain/late-fees/late-fee-statuses";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { type LateFeeRow, lateFees, owedOfRow } from "../../schema/late-fees.ts";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";

export async function findLateFee(db: Db, bookingId: string): Promise<LateFeeRow | null> {
  const [row] = await db.select().from(lateFees).where(eq(lateFees.bookingId, bookingId));
  return row ?? null;
}

export type LateFeeChanges = PgUpdateSetSource<typeof lateFees>;

type Amounts = Pick<LateFeeRow, "daysLate" | "dailyLateFeeCents" | "calculatedFeeCents" | "cappedFeeCents">;

/** The fee as it is now; inserts it on the first day. */
export async function saveLateFeeAmounts(
  db: Db,
  bookingId: string,
  amounts: Amounts & Partial<Pick<LateFeeRow, "stoppedAt" | "chargeableAt">>,
): Promise<LateFeeRow> {
  const [row] = await db
    .insert(lateFees)
    .values({ id: newId(), bookingId, ...amounts })
    .onConflictDoUpdate({ target: lateFees.bookingId, set: amounts })
    .returning();
  if (!row) throw new Error("The database kept no late fee");
  return row;
}

/** Null when the fee's status has changed. */
export async function swapLateFee(
  db: Db,
  bookingId: string,
  status: LateFeeStatus,
  changes: LateFeeChanges,
): Promise<LateFeeRow | null> {
  const [row] = await db
    .update(lateFees)
    .set(changes)
    .where(and(eq(lateFees.bookingId, bookingId), eq(lateFees.status, status)))
    .returning();
  return row ?? null;
}

/** A row with the payment it names. */
export const lateFeeFactsOf = (row: LateFeeRow, payment: LateFeeFacts["payment"]): LateFeeFacts => ({
  ...row,
  cappedCents: row.cappedFeeCents,
  payment,
});

/** Fees that renters contest. */
export const lateFeeTasks: TaskSource<"contested_late_fee"> = {
  open: (db) =>
    db
      .select({
        id: lateFees.id,
        since: sql`coalesce(${lateFees.contestedAt}, ${lateFees.createdAt})`,
        due: sql`null::timestamptz`,
      })
      .from(lateFees)
      .where(sql`${lateFees.status} = 'disputed'`),
  show: async (db, ids, admin) => {
    const fees = await db
      .select()
      .from(lateFees)
      .where(inArray(lateFees.id, [...ids]));
    const rentals = await findRentalCases(
      db,
      fees.map(({ bookingId }) => bookingId),
    );
    return fees.flatMap((fee) => {
      const rental = rentals.get(fee.bookingId);
      if (!rental) return [];
      const owedCents = owedOfRow(fee);
      return [
        {
          id: fee.id,
          ...presentRental(rental, admin, ["decide_late_fee"]),
          moneyAtStakeCents: owedCents,
          details: { daysLate: fee.daysLate, owedCents, reason: fee.contestReason ?? "" },
        },
      ];
    });
  },
};
