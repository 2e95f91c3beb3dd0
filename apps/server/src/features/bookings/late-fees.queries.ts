import type { ContestedLateFeeView } from "@nexby/contract/admin/tasks";
import type { LateFeeFacts } from "@nexby/domain/bookings/snapshot";
import { isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import type { LateFeeStatus } from "@nexby/domain/late-fees/late-fee-statuses";
import { and, asc, eq } from "drizzle-orm";
import { alias, type PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { type LateFeeRow, lateFees, owedOfRow } from "../../schema/late-fees.ts";
import { items } from "../../schema/listings.ts";

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

/** Null when the fee has another status by now. */
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

export const renters = alias(users, "renter");
export const owners = alias(users, "owner");

type NameColumns<Id, First, Last> = { id: Id; firstName: First; lastName: Last };

/** Of users, under any alias. */
export const nameOf = <Id, First, Last>({ id, firstName, lastName }: NameColumns<Id, First, Last>) => ({
  id,
  firstName,
  lastName,
});

export const MAX_SHOWN = 200;

/** Oldest first. Admins can't decide on their own bookings. */
export async function listContestedLateFees(db: Db, adminId: string): Promise<ContestedLateFeeView[]> {
  const rows = await db
    .select({
      fee: lateFees,
      item: { id: items.id, title: items.title },
      renter: nameOf(renters),
      owner: nameOf(owners),
    })
    .from(lateFees)
    .innerJoin(bookings, eq(bookings.id, lateFees.bookingId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(eq(lateFees.status, "disputed"))
    .orderBy(asc(lateFees.contestedAt), asc(lateFees.id))
    .limit(MAX_SHOWN);
  return rows.map(({ fee, item, renter, owner }) => ({
    bookingId: fee.bookingId,
    item,
    renter,
    owner,
    daysLate: fee.daysLate,
    owedCents: owedOfRow(fee),
    reason: fee.contestReason ?? "",
    contestedAt: (fee.contestedAt ?? fee.createdAt).toISOString(),
    allowedActions: isRenterOrOwnerOf({ renterId: renter.id, ownerId: owner.id }, adminId) ? [] : ["decide_late_fee"],
  }));
}
