import type { ExtensionStatus } from "@nexby/domain/extensions/extension-transitions";
import { and, asc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { type BookingExtension, bookingExtensions } from "../../../schema/extensions.ts";

/** Oldest first. */
export const selectExtensionsOfBookings = (db: Db, bookingIds: SQLWrapper) =>
  db
    .select()
    .from(bookingExtensions)
    .where(sql`${bookingExtensions.bookingId} = any(${bookingIds})`)
    .orderBy(asc(bookingExtensions.createdAt), asc(bookingExtensions.id));

export const listExtensions = (db: Db, bookingId: string): Promise<BookingExtension[]> =>
  selectExtensionsOfBookings(db, sql.param([bookingId]));

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
