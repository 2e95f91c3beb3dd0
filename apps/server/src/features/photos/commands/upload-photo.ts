import { PHOTO_MESSAGES } from "@nexby/contract/listings/photos";
import { HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { fullWebp, inImageQueue, readPhoto } from "../../../platform/images.ts";
import { cancelJobs, enqueueJob } from "../../../platform/jobs/job.ts";
import {
  ADD_AVIF_COPIES,
  DELETE_PHOTO_FILES,
  type MenuExtension,
  makeSizes,
  newMenuKey,
  storeFile,
} from "../photo-files.ts";
import { watchMenu } from "../photos.jobs.ts";
import { insertPhoto, type Photo } from "../photos.queries.ts";

type Deps = { db: Db; storage: StoragePort };

/**
 * Files and row are stored separately. A job that deletes the files is enqueued before the first one is stored and
 * canceled in the transaction that inserts the row, so an interruption leaves neither files nor row.
 */
export async function uploadPhoto({ db, storage }: Deps, ownerId: string, bytes: Buffer): Promise<Photo> {
  const { files, ...facts } = await makeSizes(bytes, ownerId);
  const id = newId();
  const key = `photos/${id}`;
  await scheduleRemoval(db, id, key);
  try {
    for (const file of files) await storeFile(storage, `${key}/${file.name}`, file.bytes);
    return await db.transaction(async (tx) => {
      if (!(await cancelJobs(tx, { type: DELETE_PHOTO_FILES, entityId: id }))) {
        throw new AppError("service_unavailable");
      }
      // Delayed, so that several uploads in a row don't wait for the copies of the first.
      await enqueueJob(tx, { type: ADD_AVIF_COPIES, entityType: "photo", entityId: id, at: await later(tx, MINUTE) });
      return insertPhoto(tx, { id, ownerId, key, ...facts });
    });
  } catch (error) {
    // Only for speed; the job would delete them, too.
    await storage.removeAll(key).catch(() => undefined);
    throw error;
  }
}

async function scheduleRemoval(db: Db, id: string, key: string): Promise<void> {
  const at = await later(db, HOUR);
  await enqueueJob(db, { type: DELETE_PHOTO_FILES, entityType: "photo", entityId: id, at, payload: { key } });
}

const later = async (db: Db, milliseconds: number) => new Date((await readClock(db)).getTime() + milliseconds);

/** Returns the storage key, which a food truck of the same user can reference. */
export async function uploadMenu({ db, storage }: Deps, ownerId: string, bytes: Buffer): Promise<string> {
  const menu = await readMenu(bytes, ownerId);
  const key = newMenuKey(ownerId, menu.extension);
  // Before storing the file, so that an unused file is removed even if this request fails.
  await watchMenu(db, key);
  await storeFile(storage, key, menu.bytes);
  return key;
}

const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n \t]/;
const TRAILER = /startxref[\r\n \t]+\d+[\r\n \t]+%%EOF\s*$/;
const TRAILER_BYTES = 1024;

/** Accepts only complete documents: header at the start, objects, and a trailer at the end. */
function isPdf(bytes: Buffer): boolean {
  const end = bytes.subarray(-TRAILER_BYTES).toString("latin1");
  return HEADER.test(bytes.subarray(0, 16).toString("latin1")) && TRAILER.test(end) && bytes.includes(" obj");
}

type Menu = { extension: MenuExtension; bytes: Buffer };

/** PDFs are stored unchanged; photos are re-encoded. */
async function readMenu(bytes: Buffer, person: string): Promise<Menu> {
  if (isPdf(bytes)) return { extension: "pdf", bytes };
  const photo = inImageQueue(async () => fullWebp(await readPhoto(bytes)), { person });
  return { extension: "webp", bytes: await photo.catch((error: unknown) => Promise.reject(asMenuError(error))) };
}

const asMenuError = (error: unknown) =>
  error instanceof AppError && error.message === PHOTO_MESSAGES.notAPhoto
    ? fieldError("file", PHOTO_MESSAGES.notAMenu)
    : error;
