import type { Hold } from "@nexby/domain/bookings/occupancy";
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import type { Insert } from "../../platform/db/statements.ts";
import { eventInsert, type NewEvent, publishEvent, topicAudience } from "../../platform/realtime/events.ts";
import { externalCalendars, type HoldKind, inventoryHolds } from "../../schema/inventory.ts";

type NewHold = typeof inventoryHolds.$inferInsert;

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

/** Instants in milliseconds: for many holds, reading them as text takes longer than everything else. */
type HoldAsJson = Omit<Hold, "startAt" | "endAt" | "expiresAt" | "releasedAt"> & {
  startAt: number;
  endAt: number;
  expiresAt: number | null;
};
const milliseconds = (column: string) => sql.raw(`extract(epoch from ${column}) * 1000`);

/** Going on with what they have begun, or giving it up for another wish, people must not meet their own hold. */
const isOwnCheckout = (viewerId: SQL) => sql`(${viewerId} is not null and renter_user_id = ${viewerId}
  and kind = 'checkout' and exists (
  select from bookings where bookings.id = booking_id
    and status = 'pending' and approval_status = 'draft' and payment_status <> 'authorized'))`;

/**
 * Within another query, about the row of items: unreleased holds that touch the window, for the domain's rules to judge.
 * All of them when nobody looks (null), else without what the viewer has not paid yet.
 */
export const holdsOfItem = (from: SQL, to: SQL, viewerId: SQL): SQL<HoldAsJson[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'quantity', quantity, 'forced', forced,
    'startAt', ${milliseconds("start_time")}, 'endAt', ${milliseconds("end_time")},
    'expiresAt', ${milliseconds("expires_at")})), '[]')
  from inventory_holds
  where listing_id = items.id and released_at is null and tstzrange(start_time, end_time) && tstzrange(${from}, ${to})
    and ${isOwnCheckout(viewerId)} is not true)`;

export const holdOfJson = ({ startAt, endAt, expiresAt, ...hold }: HoldAsJson): Hold => ({
  ...hold,
  startAt: new Date(startAt),
  endAt: new Date(endAt),
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
  releasedAt: null,
});

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

type Ended = { bookingId: string; at: Date };

/**
 * What a booking still has ends then, and is free when its turnaround is over; what has not begun is free at once. The
 * guard lets an end come earlier only while there is no expiry, and there is nothing left to end where there is one.
 */
export async function endBookingHolds(db: Db, { bookingId, at }: Ended, kinds: readonly HoldKind[]): Promise<string[]> {
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

/** The items whose units are free again. */
export async function releaseBookingHolds(db: Db, bookingId: string): Promise<string[]> {
  const released = await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(eq(inventoryHolds.bookingId, bookingId), isNull(inventoryHolds.releasedAt)))
    .returning({ listingId: inventoryHolds.listingId });
  return [...new Set(released.map(({ listingId }) => listingId))];
}

/** What somebody else counts on; the rest of a calendar is the owner's own. */
const OTHERS_KINDS: HoldKind[] = ["reservation", "checkout", "overdue"];
const OWN_KINDS: HoldKind[] = ["block", "import"];

const isUnreleased = (itemId: string) => and(eq(inventoryHolds.listingId, itemId), isNull(inventoryHolds.releasedAt));

/** What somebody still counts on, the last to end. */
export async function findOpenHold(db: Db, itemId: string): Promise<{ kind: HoldKind; endTime: Date } | null> {
  const [hold] = await db
    .select({ kind: inventoryHolds.kind, endTime: inventoryHolds.endTime })
    .from(inventoryHolds)
    .where(
      and(
        isUnreleased(itemId),
        inArray(inventoryHolds.kind, OTHERS_KINDS),
        gt(inventoryHolds.endTime, sql`app_now()`),
        or(isNull(inventoryHolds.expiresAt), gt(inventoryHolds.expiresAt, sql`app_now()`)),
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

export async function releaseOwnHolds(db: Db, itemId: string): Promise<void> {
  await db
    .update(inventoryHolds)
    .set({ releasedAt: sql`app_now()` })
    .where(and(isUnreleased(itemId), inArray(inventoryHolds.kind, OWN_KINDS)));
}

export async function removeExternalCalendars(db: Db, itemId: string): Promise<void> {
  await db
    .update(externalCalendars)
    .set({ removedAt: sql`app_now()` })
    .where(and(eq(externalCalendars.itemId, itemId), isNull(externalCalendars.removedAt)));
}

/** Tells everyone who has the item open that its available days changed. */
export const publishAvailabilityChange = (db: Db, itemId: string): Promise<void> => publishEvent(db, changeOf(itemId));

/** The same row, to be written with others. */
export const availabilityChange = (itemId: string): Insert => eventInsert(changeOf(itemId));

const changeOf = (itemId: string): NewEvent => ({
  audience: topicAudience("item", itemId),
  type: "availability_changed",
  data: { itemId },
});
