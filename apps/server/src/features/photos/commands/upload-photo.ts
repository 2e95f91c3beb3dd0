import { HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { cancelJobs, enqueueJob } from "../../../platform/jobs/job.ts";
import { ADD_AVIF_COPIES, makeSizes, REMOVE_PHOTO_FILES, storeFile } from "../photo-files.ts";
import { insertPhoto, type Photo } from "../photos.queries.ts";

type Deps = { db: Db; storage: StoragePort };

/**
 * Files and row are stored separately. A removal job is enqueued before the first file is stored and canceled in the
 * transaction that inserts the row, so an interruption leaves neither files nor row.
 */
export async function uploadPhoto({ db, storage }: Deps, ownerId: string, bytes: Buffer): Promise<Photo> {
  const { files, ...facts } = await makeSizes(bytes, ownerId);
  const id = newId();
  const key = `photos/${id}`;
  await scheduleRemoval(db, id, key);
  try {
    for (const file of files) await storeFile(storage, `${key}/${file.name}`, file.bytes);
    return await db.transaction(async (tx) => {
      if (!(await cancelJobs(tx, { type: REMOVE_PHOTO_FILES, entityId: id }))) {
        throw new AppError("service_unavailable");
      }
      // Delayed, so that several uploads in a row don't wait for the copies of the first.
      await enqueueJob(tx, { type: ADD_AVIF_COPIES, entityType: "photo", entityId: id, at: await later(tx, MINUTE) });
      return insertPhoto(tx, { id, ownerId, key, ...facts });
    });
  } catch (error) {
    // Only for speed; the removal job would do it too.
    await storage.removeAll(key).catch(() => undefined);
    throw error;
  }
}

async function scheduleRemoval(db: Db, id: string, key: string): Promise<void> {
  const at = await later(db, HOUR);
  await enqueueJob(db, { type: REMOVE_PHOTO_FILES, entityType: "photo", entityId: id, at, payload: { key } });
}

const later = async (db: Db, milliseconds: number) => new Date((await readClock(db)).getTime() + milliseconds);
