import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import { photoAddress } from "../photo-address.ts";
import { REMOVE_PHOTO_FILES } from "../photo-jobs.ts";
import { deletePhoto, keepPhotos, lockUnusedPhotos, type Photo, releasePhotos } from "../photos.repository.ts";

/** Which of these photos a feature names where the database does not see it, such as in a draft. */
type NamedPhotos = (db: Db, addresses: readonly string[]) => Promise<ReadonlySet<string>>;

const BATCH = 100;
const MOST_BATCHES = 50;

/** Photos that nothing has shown for a day. Their rows go first: a photo that can still be chosen has its files. */
export async function removeOrphanedPhotos(db: Db, namedBy: readonly NamedPhotos[]): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
    const found = await db.transaction((tx) => removeBatch(tx, namedBy));
    if (found < BATCH) return;
  }
}

async function removeBatch(tx: Db, namedBy: readonly NamedPhotos[]): Promise<number> {
  const unused = await lockUnusedPhotos(tx, BATCH);
  const addresses = unused.map(({ key }) => photoAddress(key));
  const named = new Set<string>();
  for (const find of namedBy) for (const address of await find(tx, addresses)) named.add(address);
  for (const photo of unused) await removeUnless(tx, photo, named.has(photoAddress(photo.key)));
  return unused.length;
}

async function removeUnless(tx: Db, { id, key }: Photo, isNamed: boolean): Promise<void> {
  // Asked again in a day.
  if (isNamed) await releasePhotos(tx, [id]);
  else if (await deletePhoto(tx, id)) {
    await enqueueJob(tx, { type: REMOVE_PHOTO_FILES, entityType: "photo", entityId: id, payload: { key } });
  } else await keepPhotos(tx, [id]);
}
