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

/** False when it is gone. */
export async function markHasAvif(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.update(photos).set({ hasAvif: true }).where(eq(photos.id, id));
  return rowCount === 1;
}

/** What nothing has shown for a day, longest first. Passes by what somebody is about to use. */
export async function lockUnusedPhotos(db: Db, limit: number): Promise<Photo[]> {
  return db
    .select()
    .from(photos)
    .where(lt(photos.unusedSince, sql`now() - interval '24 hours'`))
    .orderBy(photos.unusedSince)
    .limit(limit)
    .for("update", { skipLocked: true });
}

/** False when something refers to it after all: the database knows all who do. */
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
 * In the given order; null when one of the addresses is not a photo this person has uploaded. Within a transaction they
 * stay until its end: what clears away unused photos passes by those that are held.
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

/** Something shows these from now on. */
export async function keepPhotos(db: Db, ids: readonly string[]): Promise<void> {
  await setUnusedSince(db, ids, null);
}

/** Nothing shows these any more; a day later they are removed. Whether that is so, the caller has to know. */
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
