import { buffer } from "node:stream/consumers";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { croppedAvif, inImageQueue, readPhoto } from "../../platform/images.ts";
import { enqueueJob, type JobHandler } from "../../platform/jobs/job.ts";
import { CROP_NAMES, photoAddress, REMOVE_PHOTO_FILES, REMOVE_UNUSED_MENU } from "./photo-files.ts";
import {
  deletePhoto,
  findPhoto,
  keepPhotos,
  lockUnusedPhotos,
  markHasAvif,
  type Photo,
  releasePhotos,
} from "./photos.queries.ts";

type AvifDeps = { db: Db; storage: StoragePort };

const PATIENT = { isPatient: true };

/** The crops as AVIF, a third smaller than WebP: too slow to make while somebody waits for the upload. */
export function addAvifCopies({ db, storage }: AvifDeps): JobHandler {
  return {
    isHeavy: true,
    run: async ({ entityId }) => {
      const photo = await findPhoto(db, entityId);
      if (!photo || photo.hasAvif) return;
      const full = await storage.open(`${photo.key}/full.webp`);
      if (!full) throw new Error(`The files of photo ${photo.id} are missing`);
      const bytes = await buffer(full.content);
      const picture = await inImageQueue(() => readPhoto(bytes), PATIENT);
      for (const crop of CROP_NAMES) {
        const content = await inImageQueue(() => croppedAvif(picture, crop), PATIENT);
        await storage.put(`${photo.key}/${crop}.avif`, { content, size: content.length });
      }
      // Removed meanwhile, perhaps before the last file was put.
      if (!(await markHasAvif(db, photo.id))) await storage.removeAll(photo.key);
    },
  };
}

/** Which of these photos a feature names where the database does not see it, such as in a draft. */
type NamedPhotos = (db: Db, addresses: readonly string[]) => Promise<ReadonlySet<string>>;

const BATCH = 100;
const MAX_BATCHES = 50;

/** Photos that nothing has shown for a day. Their rows go first: a photo that can still be chosen has its files. */
export async function removeOrphanedPhotos(db: Db, namedBy: readonly NamedPhotos[]): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
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

type RemoveFilesDeps = { db: Db; storage: StoragePort };

/** Files of a photo that has no row: of one that was removed, or of an upload that did not come to its end. */
export function removePhotoFiles({ db, storage }: RemoveFilesDeps): JobHandler {
  return {
    run: async ({ entityId, payload }) => {
      if (await findPhoto(db, entityId)) return;
      await storage.removeAll(String(payload.key));
    },
  };
}

/** Whether a food truck shows this file. */
type IsMenuShown = (db: Db, key: string) => Promise<boolean>;

type RemoveMenuDeps = { db: Db; storage: StoragePort; isMenuShown: IsMenuShown };

/** Long enough for a listing that was begun to be finished with the menu it names. */
const MONTH = 30 * 86_400_000;

/** Looks in a month whether the file is shown; and again each month while it is. */
export async function watchMenu(db: Db, menuKey: string): Promise<void> {
  const at = new Date((await readClock(db)).getTime() + MONTH);
  await enqueueJob(db, {
    type: REMOVE_UNUSED_MENU,
    entityType: "menu",
    entityId: menuKey,
    // The look that is under way must not count as this one.
    key: at.toISOString(),
    at,
  });
}

export function removeUnusedMenu({ db, storage, isMenuShown }: RemoveMenuDeps): JobHandler {
  return {
    run: async ({ entityId: menuKey }) => {
      if (await isMenuShown(db, menuKey)) await watchMenu(db, menuKey);
      else await storage.remove(menuKey);
    },
  };
}
