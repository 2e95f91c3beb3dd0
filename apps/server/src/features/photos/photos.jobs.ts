import { buffer } from "node:stream/consumers";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { croppedAvif, inImageQueue, readPhoto } from "../../platform/images.ts";
import { enqueueJob, type JobHandler } from "../../platform/jobs/job.ts";
import { CROP_NAMES, DELETE_PHOTO_FILES, DELETE_UNUSED_MENU, photoAddress } from "./photo-files.ts";
import {
  deletePhoto,
  findPhoto,
  keepPhotos,
  lockUnusedPhotos,
  markHasAvif,
  type Photo,
  releasePhotos,
} from "./photos.queries.ts";
import { deleteFiles, enqueueDeletion, type FileKind } from "./stored-files.ts";

type AvifDeps = { db: Db; storage: StoragePort };

const PATIENT = { isPatient: true };

/** AVIF copies of the crops are a third smaller than WebP, but too slow to encode during the upload. */
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
      // The photo was deleted during the job, perhaps before the last file was stored.
      if (!(await markHasAvif(db, photo.id))) await storage.removeAll(photo.key);
    },
  };
}

/** Returns which of these photos a feature references outside of foreign keys, such as in a draft. */
type FindReferencedPhotos = (db: Db, addresses: readonly string[]) => Promise<ReadonlySet<string>>;

const BATCH = 100;
const MAX_BATCHES = 50;

/** Deletes photos unused for a day. Rows go before files, so that a selectable photo always has its files. */
export async function deleteOrphanedPhotos(db: Db, finders: readonly FindReferencedPhotos[]): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const found = await db.transaction((tx) => removeBatch(tx, finders));
    if (found < BATCH) return;
  }
}

async function removeBatch(tx: Db, finders: readonly FindReferencedPhotos[]): Promise<number> {
  const unused = await lockUnusedPhotos(tx, BATCH);
  const addresses = unused.map(({ key }) => photoAddress(key));
  const referenced = new Set<string>();
  for (const find of finders) for (const address of await find(tx, addresses)) referenced.add(address);
  for (const photo of unused) await removeIfUnreferenced(tx, photo, referenced.has(photoAddress(photo.key)));
  return unused.length;
}

async function removeIfUnreferenced(tx: Db, { id, key }: Photo, isReferenced: boolean): Promise<void> {
  // Checked again in a day.
  if (isReferenced) await releasePhotos(tx, [id]);
  else if (await deletePhoto(tx, id)) {
    await enqueueDeletion(tx, PHOTO_FILES, { id, key });
  } else await keepPhotos(tx, [id]);
}

/** A photo's row is deleted before its files. */
export const PHOTO_FILES: FileKind = {
  deletionJob: DELETE_PHOTO_FILES,
  entityType: "photo",
  isInUse: async (db, { id }) => (await findPhoto(db, id)) !== null,
};

export const deletePhotoFiles = (deps: { db: Db; storage: StoragePort }): JobHandler => deleteFiles(deps, PHOTO_FILES);

type IsMenuShown = (db: Db, key: string) => Promise<boolean>;

type DeleteMenuDeps = { db: Db; storage: StoragePort; isMenuShown: IsMenuShown };

/** Long enough to finish a draft that references the menu. */
const MONTH = 30 * 86_400_000;

/** Schedules a check in a month, repeated monthly while the file is in use. */
export async function watchMenu(db: Db, menuKey: string): Promise<void> {
  const at = new Date((await readClock(db)).getTime() + MONTH);
  await enqueueJob(db, {
    type: DELETE_UNUSED_MENU,
    entityType: "menu",
    entityId: menuKey,
    // A distinct key, so that the running check does not count as this one.
    key: at.toISOString(),
    at,
  });
}

export function deleteUnusedMenu({ db, storage, isMenuShown }: DeleteMenuDeps): JobHandler {
  return {
    run: async ({ entityId: menuKey }) => {
      if (await isMenuShown(db, menuKey)) await watchMenu(db, menuKey);
      else await storage.remove(menuKey);
    },
  };
}
