import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Db, SQL_STATE, sqlStateOf } from "../../platform/db/db.ts";
import { photos } from "../../schema/photos.ts";
import { photoAddress, photoKeyOf } from "./photo-files.ts";

export type Photo = typeof photos.$inferSelect;

export async function insertPhoto(db: Db, photo: typeof photos.$inferInsert): Promise<Photo> {
  const [row] = await db.insert(photos).values(photo).returning();
  if (!row) throw new Error("The photo was not written");
  return row;
}

export async function findPhoto(db: Db, id: string): Promise<Photo | null> {
  const [photo] = await db.select().from(photos).where(eq(photos.id, id));
  return photo ?? null;
}

/** Returns false if the photo no longer exists. */
export async function markHasAvif(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.update(photos).set({ hasAvif: true }).where(eq(photos.id, id));
  return rowCount === 1;
}

/** Photos unused for a day, oldest first. Skips rows locked by a transaction that is about to use them. */
export async function lockUnusedPhotos(db: Db, limit: number): Promise<Photo[]> {
  return db
    .select()
    .from(photos)
    .where(lt(photos.unusedSince, sql`now() - interval '24 hours'`))
    .orderBy(photos.unusedSince)
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** Returns false if a foreign key still references the photo. */
export async function deletePhoto(db: Db, id: string): Promise<boolean> {
  try {
    await db.transaction((savepoint) => savepoint.delete(photos).where(eq(photos.id, id)));
    return true;
  } catch (error) {
    if (sqlStateOf(error) === SQL_STATE.foreignKeyViolation) return false;
    throw error;
  }
}

/**
 * In the given order; null if one of the URLs is not a photo uploaded by this user. The row locks keep the cleanup
 * from deleting them until the transaction ends.
 */
export async function findOwnPhotoIds(db: Db, ownerId: string, addresses: readonly string[]): Promise<string[] | null> {
  const keys = addresses.flatMap((address) => photoKeyOf(address) ?? []);
  if (keys.length < addresses.length) return null;
  if (keys.length === 0) return [];
  const rows = await db
    .select({ id: photos.id, key: photos.key })
    .from(photos)
    .where(and(eq(photos.ownerId, ownerId), inArray(photos.key, keys)))
    .for("key share");
  const idOf = new Map(rows.map(({ id, key }) => [photoAddress(key), id]));
  const ids = addresses.flatMap((address) => idOf.get(address) ?? []);
  return ids.length === addresses.length ? ids : null;
}

/** Marks photos as in use. */
export async function keepPhotos(db: Db, ids: readonly string[]): Promise<void> {
  await setUnusedSince(db, ids, null);
}

/** Marks photos as unused; they are deleted a day later. The caller must know that nothing shows them. */
export async function releasePhotos(db: Db, ids: readonly string[]): Promise<void> {
  await setUnusedSince(db, ids, sql`now()`);
}

async function setUnusedSince(db: Db, ids: readonly string[], unusedSince: SQL | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(photos)
    .set({ unusedSince })
    .where(inArray(photos.id, [...ids]));
}
