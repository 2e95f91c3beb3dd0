import { PHOTO_MESSAGES } from "@nexby/contract/listings/photos";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { fullWebp, inImageQueue, readPhoto } from "../../../platform/images.ts";
import { type MenuExtension, newMenuKey, storeFile } from "../photo-files.ts";
import { watchMenu } from "../photos.jobs.ts";

type Deps = { db: Db; storage: StoragePort };

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
