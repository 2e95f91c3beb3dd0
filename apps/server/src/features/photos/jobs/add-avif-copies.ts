import { buffer } from "node:stream/consumers";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { inImageTurn } from "../../../platform/images/image-turns.ts";
import { croppedAvif } from "../../../platform/images/photo-sizes.ts";
import { readPhoto } from "../../../platform/images/read-photo.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { CROP_NAMES } from "../make-sizes.ts";
import { findPhoto, markHasAvif } from "../photos.repository.ts";

type Deps = { db: Db; storage: StoragePort };

const PATIENT = { isPatient: true };

/** The crops as AVIF, a third smaller than WebP: too slow to make while somebody waits for the upload. */
export function addAvifCopies({ db, storage }: Deps): JobHandler {
  return {
    isHeavy: true,
    run: async ({ entityId }) => {
      const photo = await findPhoto(db, entityId);
      if (!photo || photo.hasAvif) return;
      const full = await storage.open(`${photo.key}/full.webp`);
      if (!full) throw new Error(`The files of photo ${photo.id} are missing`);
      const bytes = await buffer(full.content);
      const picture = await inImageTurn(() => readPhoto(bytes), PATIENT);
      for (const crop of CROP_NAMES) {
        const content = await inImageTurn(() => croppedAvif(picture, crop), PATIENT);
        await storage.put(`${photo.key}/${crop}.avif`, { content, size: content.length });
      }
      // Removed meanwhile, perhaps before the last file was put.
      if (!(await markHasAvif(db, photo.id))) await storage.removeAll(photo.key);
    },
  };
}
