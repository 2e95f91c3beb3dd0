import { PHOTO_MESSAGES } from "@nexby/contract/listings/photos";
import { MINUTE } from "@nexby/domain/kernel/duration";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { fullWebp, inImageQueue, readPhoto } from "../../../platform/images.ts";
import { enqueueJob } from "../../../platform/jobs/job.ts";
import { ADD_AVIF_COPIES, type MenuExtension, makeSizes, newMenuKey } from "../photo-files.ts";
import { PHOTO_FILES, watchMenu } from "../photos.jobs.ts";
import { insertPhoto, type Photo } from "../photos.queries.ts";
import { putFile, storeFiles } from "../stored-files.ts";

type Deps = { db: Db; storage: StoragePort };

/** The AVIF copies are delayed, so that several uploads in a row don't wait for the copies of the first. */
export async function uploadPhoto(deps: Deps, ownerId: string, bytes: Buffer): Promise<Photo> {
  const { files, ...facts } = await makeSizes(bytes, ownerId);
  const id = newId();
  const key = `photos/${id}`;
  return storeFiles(deps, PHOTO_FILES, { id, key, files }, (keepFiles) =>
    deps.db.transaction(async (tx) => {
      await keepFiles(tx);
      const at = new Date((await readClock(tx)).getTime() + MINUTE);
      await enqueueJob(tx, { type: ADD_AVIF_COPIES, entityType: "photo", entityId: id, at });
      return insertPhoto(tx, { id, ownerId, key, ...facts });
    }),
  );
}

/** Returns the storage key, which a food truck of the same user can reference. */
export async function uploadMenu({ db, storage }: Deps, ownerId: string, bytes: Buffer): Promise<string> {
  const menu = await readMenu(bytes, ownerId);
  const key = newMenuKey(ownerId, menu.extension);
  // Before storing the file, so that an unused file is removed even if this request fails.
  await watchMenu(db, key);
  await putFile(storage, key, menu.bytes);
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
