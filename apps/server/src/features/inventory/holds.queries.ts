import type { Hold } from "@nexby/domain/bookings/occupancy";
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import type { Insert } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { eventInsert, type NewEvent, publishEvent, topicAudience } from "../../platform/realtime/events.ts";
import { externalCalendars, type HoldKind, inventoryHolds } from "../../schema/inventory.ts";

type NewHold = PgInsertValue<typeof inventoryHolds>;

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

/** Milliseconds, because parsing timestamps as text would dominate the time for many holds. */
type HoldAsJson = Omit<Hold, "startAt" | "endAt" | "expiresAt" | "releasedAt"> & {
  startAt: number;
  endAt: number | null;
  expiresAt: number | null;
};
const milliseconds = (column: string) => sql.raw(`extract(epoch from ${column}) * 1000`);

/**
 * Unpaid checkouts of the viewer: a renter must not be blocked by their own hold when continuing or replacing a
 * checkout.
 */
const isOwnCheckout = (viewerId: SQL) => sql`(${viewerId} is not null and renter_user_id = ${viewerId}
  and kind = 'checkout' and exists (
  select from bookings where bookings.id = booking_id
    and status = 'pending' and approval_status = 'draft' and payment_status <> 'authorized'))`;

/**
 * For use in a query on items: unreleased holds that overlap the window, to be judged by the domain's rules. A null
 * viewer sees all of them; otherwise the viewer's own unpaid checkouts are left out.
 */
export const holdsOfItem = (from: SQL, to: SQL, viewerId: SQL): SQL<HoldAsJson[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'quantity', quantity, 'forced', forced,
    'startAt', ${milliseconds("start_time")}, 'endAt', ${milliseconds("nullif(end_time, 'infinity')")},
    'expiresAt', ${milliseconds("expires_at")})), '[]')
  from inventory_holds
  where listing_id = items.id and released_at is null and tstzrange(start_time, end_time) && tstzrange(${from}, ${to})
    and ${isOwnCheckout(viewerId)} is not true)`;

export const holdOfJson = ({ startAt, endAt, expiresAt, ...hold }: HoldAsJson): Hold => ({
  ...hold,
  startAt: new Date(startAt),
  endAt: endAt === null ? null : new Date(endAt),
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
  releasedAt: null,
});

/** Housekeeping only: expired holds already count as available. Keeps the index of live holds small. */
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

/** Units that came back before the others have a hold of their own, which ended. */
const FIRST_HOLD = [asc(inventoryHolds.createdAt), asc(inventoryHolds.id)];

/** The hold for the booking's own period, released or not. */
export async function findBookingHold(db: Db, bookingId: string): Promise<HoldRow | null> {
  const [hold] = await db
    .select()
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.bookingId, bookingId), ne(inventoryHolds.kind, "overdue")))
    .orderBy(...FIRST_HOLD)
    .limit(1);
  return hold ?? null;
}

/** Holds for the bookings' own periods and for late returns. */
export const selectHoldsOfBookings = (db: Db, bookingIds: SQLWrapper) =>
  db
    .select()
    .from(inventoryHolds)
    .where(sql`${inventoryHolds.bookingId} = any(${bookingIds})`)
    .orderBy(...FIRST_HOLD);

export async function findOverdueHold(db: Db, bookingId: string): Promise<HoldRow | null> {
  const holds = await selectHoldsOfBookings(db, sql.param([bookingId]));
  return holds.find(({ kind, releasedAt }) => kind === "overdue" && releasedAt === null) ?? null;
}

export async function updateHold(db: Db, id: string, changes: PgUpdateSetSource<typeof inventoryHolds>): Promise<void> {
  await db.update(inventoryHolds).set(changes).where(eq(inventoryHolds.id, id));
}

/** Units that were out until an instant. The turnaround follows; they may exceed the stock, because they were out. */
export const recordEndedHold = (db: Db, { id: _, endTime, ...hold }: HoldRow & { endTime: Date }): Promise<void> =>
  insertHolds(db, [
    {
      ...hold,
      id: newId(),
      endTime,
      forced: true,
      createdAt: sql`app_now()`,
      expiresAt: sql`${endTime.toISOString()}::timestamptz
        + (select turnaround_minutes from items where items.id = ${hold.listingId}) * interval '1 minute'`,
    },
  ]);

type BookingEnd = { bookingId: string; at: Date };

/**
 * Holds in progress end at `at` and expire after the turnaround; holds that have not started are released
 * immediately. Holds with an expiry are skipped: they have already ended, and the database guard allows an earlier
 * end only without one.
 */
export async function endBookingHolds(
  db: Db,
  { bookingId, at }: BookingEnd,
  kinds: readonly HoldKind[],
): Promise<string[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ listing_id: string }>(sql`
    update inventory_holds hold set
      released_at = case when start_time >= ${now} then ${now} end,
      end_time = case when start_time >= ${now} then end_time else least(end_time, ${now}) end,
      expires_at = least(end_time, ${now}) + items.turnaround_minutes * interval '1 minute'
    from items where items.id = hold.listing_id and hold.booking_id = ${bookingId}
      and hold.kind = any(${sql.param([...kinds])}::text[]) and hold.released_at is null and hold.expires_at is null
    returning hold.listing_id`);
  return [...new Set(rows.map(({ listing_id: listingId }) => listingId))];
}

/** Returns the affected items. */
export async function releaseBookingHolds(db: Db, bookingId: string): Promise<string[]> {
  const released = await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(eq(inventoryHolds.bookingId, bookingId), isNull(inventoryHolds.releasedAt)))
    .returning({ listingId: inventoryHolds.listingId });
  return [...new Set(released.map(({ listingId }) => listingId))];
}

/** Holds made for renters; the other kinds are the owner's own. */
const RENTER_KINDS: HoldKind[] = ["reservation", "checkout", "overdue"];
const OWNER_KINDS: HoldKind[] = ["block", "import"];

const isUnreleased = (itemId: string) => and(eq(inventoryHolds.listingId, itemId), isNull(inventoryHolds.releasedAt));

/** A closed rental whose item was lost: there is no renter to wait for. */
const isOfLostItem = sql`(${inventoryHolds.kind} = 'overdue' and exists (
  select from bookings where bookings.id = ${inventoryHolds.bookingId} and bookings.status = 'closed'))`;

/** The renter hold that ends last, among those still open. */
export async function findOpenHold(db: Db, itemId: string): Promise<{ kind: HoldKind; endTime: Date | null } | null> {
  const [hold] = await db
    .select({ kind: inventoryHolds.kind, endTime: inventoryHolds.endTime })
    .from(inventoryHolds)
    .where(
      and(
        isUnreleased(itemId),
        inArray(inventoryHolds.kind, RENTER_KINDS),
        gt(inventoryHolds.endTime, sql`app_now()`),
        or(isNull(inventoryHolds.expiresAt), gt(inventoryHolds.expiresAt, sql`app_now()`)),
        not(isOfLostItem),
      ),
    )
    .orderBy(desc(inventoryHolds.endTime))
    .limit(1);
  return hold ?? null;
}

export async function hasEverBeenBooked(db: Db, itemId: string): Promise<boolean> {
  const [hold] = await db
    .select({ id: inventoryHolds.id })
    .from(inventoryHolds)
    .where(and(eq(inventoryHolds.listingId, itemId), eq(inventoryHolds.kind, "reservation")))
    .limit(1);
  return hold !== undefined;
}

/** Lost units of the item, those lost first at the top. */
export const selectLostUnits = (db: Db, itemId: string): Promise<{ id: string; quantity: number }[]> =>
  db
    .select({ id: inventoryHolds.id, quantity: inventoryHolds.quantity })
    .from(inventoryHolds)
    .where(and(isUnreleased(itemId), isNull(inventoryHolds.expiresAt), isOfLostItem))
    .orderBy(asc(inventoryHolds.startTime), asc(inventoryHolds.id));

export async function releaseOwnHolds(db: Db, itemId: string): Promise<void> {
  await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(isUnreleased(itemId), inArray(inventoryHolds.kind, OWNER_KINDS)));
}

export async function removeExternalCalendars(db: Db, itemId: string): Promise<void> {
  await db
    .update(externalCalendars)
    .set({ removedAt: sql`app_now()` })
    .where(and(eq(externalCalendars.itemId, itemId), isNull(externalCalendars.removedAt)));
}

/** Notifies everyone who has the item open. */
export const publishAvailabilityChange = (db: Db, itemId: string): Promise<void> => publishEvent(db, changeOf(itemId));

/** The same event as an insert, for a batch. */
export const availabilityChange = (itemId: string): Insert => eventInsert(changeOf(itemId));

const changeOf = (itemId: string): NewEvent => ({
  audience: topicAudience("item", itemId),
  type: "availability_changed",
  data: { itemId },
});
