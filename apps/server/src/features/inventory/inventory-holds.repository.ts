import type { Hold } from "@nexby/domain/bookings/occupancy";
import { and, eq, gt, inArray, isNull, lt, lte, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { inventoryHolds } from "./inventory-holds.table.ts";

type NewHold = typeof inventoryHolds.$inferInsert;
type Window = { listingId: string; from: Date; to: Date };

export const holdToWrite = (db: Db, hold: NewHold) => db.insert(inventoryHolds).values(hold);

export async function insertHolds(db: Db, holds: readonly NewHold[]): Promise<void> {
  if (holds.length > 0) await db.insert(inventoryHolds).values([...holds]);
}

export async function markHoldsReleased(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(inArray(inventoryHolds.id, [...ids]), isNull(inventoryHolds.releasedAt)));
}

/** The item whose units are free again; null when the hold was released before. */
export async function markHoldReleased(db: Db, holdId: string): Promise<string | null> {
  const [released] = await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(eq(inventoryHolds.id, holdId), isNull(inventoryHolds.releasedAt)))
    .returning({ listingId: inventoryHolds.listingId });
  return released?.listingId ?? null;
}

/** Unreleased holds that touch the window, for the domain's rules to judge. */
export async function listHolds(db: Db, { listingId, from, to }: Window): Promise<Hold[]> {
  const rows = await db
    .select()
    .from(inventoryHolds)
    .where(
      and(
        eq(inventoryHolds.listingId, listingId),
        isNull(inventoryHolds.releasedAt),
        lt(inventoryHolds.startTime, to),
        gt(inventoryHolds.endTime, from),
      ),
    );
  return rows.map(({ startTime, endTime, ...row }) => ({ ...row, startAt: startTime, endAt: endTime }));
}

/** Frees nothing that the guard has not freed already: it keeps the index of live holds small. */
export async function markExpiredHoldsReleased(db: Db, limit: number): Promise<number> {
  const expired = db
    .select({ id: inventoryHolds.id })
    .from(inventoryHolds)
    .where(and(isNull(inventoryHolds.releasedAt), lte(inventoryHolds.expiresAt, sql`app_now()`)))
    .limit(limit)
    .for("update", { skipLocked: true });
  const { rowCount } = await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(sql`${inventoryHolds.id} in ${expired}`);
  return rowCount ?? 0;
}

type HoldRow = typeof inventoryHolds.$inferSelect;

/** What a booking has taken for its own time, whether it still has it or not. */
export async function findBookingHold(db: Db, bookingId: string): Promise<HoldRow | null> {
  const [hold] = await db
    .select()
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.bookingId, bookingId), ne(inventoryHolds.kind, "overdue")));
  return hold ?? null;
}

/** What bookings have taken, for their own time and for being late. */
export const findHoldsOfBookings = (db: Db, bookingIds: readonly string[]): Promise<HoldRow[]> =>
  db
    .select()
    .from(inventoryHolds)
    .where(inArray(inventoryHolds.bookingId, [...bookingIds]));

export async function findOverdueHold(db: Db, bookingId: string): Promise<HoldRow | null> {
  const holds = await findHoldsOfBookings(db, [bookingId]);
  return holds.find(({ kind, releasedAt }) => kind === "overdue" && releasedAt === null) ?? null;
}

export async function updateHold(db: Db, id: string, changes: Partial<NewHold>): Promise<void> {
  await db.update(inventoryHolds).set(changes).where(eq(inventoryHolds.id, id));
}

/** The items whose units are free again. */
export async function releaseBookingHolds(db: Db, bookingId: string): Promise<string[]> {
  const released = await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(eq(inventoryHolds.bookingId, bookingId), isNull(inventoryHolds.releasedAt)))
    .returning({ listingId: inventoryHolds.listingId });
  return [...new Set(released.map(({ listingId }) => listingId))];
}
