import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { bookingConditionReports } from "./booking-condition-reports.table.ts";
import { bookingRequests } from "./booking-requests.table.ts";
import { bookings } from "./bookings.table.ts";
import { fraudAnalyses } from "./fraud/fraud-analyses.table.ts";
import { pickupSchedules } from "./pickup-schedules.table.ts";

export type Booking = typeof bookings.$inferSelect;
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

export type Pickup = typeof pickupSchedules.$inferSelect;

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

/** What the question of fraud depends on, of each booking that was looked at. */
export const findAnalyses = (db: Db, bookingIds: readonly string[]) =>
  db
    .select({
      bookingId: fraudAnalyses.bookingId,
      status: fraudAnalyses.status,
      recommendation: fraudAnalyses.recommendation,
      adminDecision: fraudAnalyses.adminDecision,
    })
    .from(fraudAnalyses)
    .where(inArray(fraudAnalyses.bookingId, [...bookingIds]));

export async function insertConditionReport(
  db: Db,
  report: Omit<typeof bookingConditionReports.$inferInsert, "id">,
): Promise<string> {
  const id = newId();
  await db.insert(bookingConditionReports).values({ ...report, id });
  return id;
}
