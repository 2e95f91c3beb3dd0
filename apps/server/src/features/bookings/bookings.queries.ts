import { and, count, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { type Insert, insertOf, prepared } from "../../platform/db/statements.ts";
import { newId } from "../../platform/ids.ts";
import { type Booking, bookingRequests, bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { bookingConditionReports, pickupSchedules } from "../../schema/rentals.ts";

export type BookingChanges = PgUpdateSetSource<typeof bookings>;

export async function findBooking(db: Db, id: string): Promise<Booking | null> {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  return row ?? null;
}

export async function findBookings(db: Db, ids: readonly string[]): Promise<Booking[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(bookings)
        .where(inArray(bookings.id, [...ids]));
}

/** A new booking with its request, to be written together with what belongs to them. */
export const bookingInserts = (
  booking: typeof bookings.$inferInsert,
  request: typeof bookingRequests.$inferInsert,
): Insert[] => [insertOf(bookings, booking), insertOf(bookingRequests, request)];

/** As it is now and stays until the transaction ends. Before any lock on its money, so that no two wait for each other. */
export async function lockBooking(db: Db, id: string): Promise<Booking | null> {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id)).for("no key update");
  return row ?? null;
}

/** Null when it is no longer as it was read. */
export async function swapBooking(
  db: Db,
  { id, status, version }: Pick<Booking, "id" | "status" | "version">,
  changes: BookingChanges,
): Promise<Booking | null> {
  const [row] = await db
    .update(bookings)
    .set({ ...changes, version: sql`${bookings.version} + 1` })
    .where(and(eq(bookings.id, id), eq(bookings.status, status), eq(bookings.version, version)))
    .returning();
  return row ?? null;
}

export async function updateRequest(
  db: Db,
  bookingId: string,
  changes: PgUpdateSetSource<typeof bookingRequests>,
): Promise<void> {
  await db.update(bookingRequests).set(changes).where(eq(bookingRequests.bookingId, bookingId));
}

type Pickup = typeof pickupSchedules.$inferSelect;

/** The schedule that counts for a booking: the live one, else the one completed last. */
export const currentPickup = (db: Db, bookingId: string | typeof bookings.id) =>
  db
    .select()
    .from(pickupSchedules)
    .where(
      and(
        eq(pickupSchedules.bookingId, bookingId),
        inArray(pickupSchedules.status, ["proposed", "confirmed", "completed"]),
      ),
    )
    .orderBy(eq(pickupSchedules.status, "completed"), desc(pickupSchedules.createdAt), desc(pickupSchedules.id))
    .limit(1);

export async function findPickup(db: Db, bookingId: string): Promise<Pickup | null> {
  const [row] = await currentPickup(db, bookingId);
  return row ?? null;
}

export async function insertPickup(db: Db, pickup: typeof pickupSchedules.$inferInsert): Promise<void> {
  await db.insert(pickupSchedules).values(pickup);
}

export async function updatePickup(db: Db, id: string, changes: Partial<Pickup>): Promise<void> {
  await db.update(pickupSchedules).set(changes).where(eq(pickupSchedules.id, id));
}

export async function cancelPickups(db: Db, bookingId: string): Promise<void> {
  await db
    .update(pickupSchedules)
    .set({ status: "canceled" })
    .where(and(eq(pickupSchedules.bookingId, bookingId), inArray(pickupSchedules.status, ["proposed", "confirmed"])));
}

export async function insertConditionReport(
  db: Db,
  report: Omit<typeof bookingConditionReports.$inferInsert, "id">,
): Promise<string> {
  const id = newId();
  await db.insert(bookingConditionReports).values({ ...report, id });
  return id;
}

export async function findItemState(db: Db, itemId: string): Promise<string | null> {
  const [item] = await db.select({ state: items.state }).from(items).where(eq(items.id, itemId));
  return item?.state ?? null;
}

/** Also of one that is no longer listed. */
export async function findItemTitle(db: Db, itemId: string): Promise<string> {
  const [item] = await db.select({ title: items.title }).from(items).where(eq(items.id, itemId));
  return item?.title ?? "";
}

const aYearAgo = sql`app_now() - interval '12 months'`;

/** Called off by the owner themselves, or they did not come. */
const isOffByOwner = sql`(${bookings.canceledBy} = 'owner'
  or ${bookings.absentParty} = 'owner')`;

const recordOf = prepared((db) =>
  db
    .select({
      agreedCount: count(),
      canceledCount: sql`count(*) filter (where ${isOffByOwner})`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.ownerId, sql.placeholder("ownerId")), gt(bookings.approvedAt, aYearAgo)))
    .prepare("owner_record"),
);

/** How many of the bookings an owner approved within a year they canceled. */
export async function findOwnerRecord(db: Db, ownerId: string) {
  const [row] = await recordOf(db).execute({ ownerId });
  return row ?? { agreedCount: 0, canceledCount: 0 };
}

/** How many an owner called off in a year, whenever they had agreed to them. What was only asked for is no rental. */
export async function countOwnerCancellations(db: Db, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ times: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.ownerId, ownerId),
        gt(sql`coalesce(${bookings.closedAt}, ${bookings.canceledAt})`, aYearAgo),
        isNotNull(bookings.approvedAt),
        isOffByOwner,
      ),
    );
  return row?.times ?? 0;
}

/** Of two that are called off at once, the second counts the first. */
export async function lockOwnerRecord(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner record ${ownerId}`}, 0))`);
}
