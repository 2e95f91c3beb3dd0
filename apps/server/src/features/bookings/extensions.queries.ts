import type { ExtensionStatus } from "@nexby/domain/extensions/extension-transitions";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { bookings } from "../../schema/bookings.ts";
import { type BookingExtension, bookingExtensions } from "../../schema/rentals.ts";

type ExtensionRow = Pick<BookingExtension, "id" | "status" | "paymentId"> & { expiresAt: string };

/** A booking's extensions as JSON, oldest first, for a query on bookings. */
export const extensionsOfBooking = sql<ExtensionRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', ${bookingExtensions.id}, 'status', ${bookingExtensions.status},
    'paymentId', ${bookingExtensions.paymentId}, 'expiresAt', ${bookingExtensions.expiresAt})
    order by ${bookingExtensions.createdAt}, ${bookingExtensions.id})
  from ${bookingExtensions} where ${bookingExtensions.bookingId} = ${bookings.id}), '[]')`;

/** Oldest first. */
export const listExtensions = (db: Db, bookingId: string): Promise<BookingExtension[]> =>
  db
    .select()
    .from(bookingExtensions)
    .where(eq(bookingExtensions.bookingId, bookingId))
    .orderBy(asc(bookingExtensions.createdAt), asc(bookingExtensions.id));

export async function getExtensionOrThrow(db: Db, id: string): Promise<BookingExtension> {
  const [row] = await db.select().from(bookingExtensions).where(eq(bookingExtensions.id, id));
  if (!row) throw new Error(`Extension ${id} is gone`);
  return row;
}

export async function insertExtension(
  db: Db,
  extension: typeof bookingExtensions.$inferInsert,
): Promise<BookingExtension> {
  const [row] = await db.insert(bookingExtensions).values(extension).returning();
  if (!row) throw new Error("The database kept no extension");
  return row;
}

/** Null when the extension's status has changed since it was read. */
export async function swapExtension(
  db: Db,
  { id, status }: { id: string; status: ExtensionStatus },
  changes: Partial<BookingExtension> & Pick<BookingExtension, "status">,
): Promise<BookingExtension | null> {
  const [row] = await db
    .update(bookingExtensions)
    .set(changes)
    .where(and(eq(bookingExtensions.id, id), eq(bookingExtensions.status, status)))
    .returning();
  return row ?? null;
}
