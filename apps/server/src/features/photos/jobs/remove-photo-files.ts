import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { findPhoto } from "../photos.repository.ts";

type Deps = { db: Db; storage: StoragePort };

/** Files of a photo that has no row: of one that was removed, or of an upload that did not come to its end. */
export function removePhotoFiles({ db, storage }: Deps): JobHandler {
  return {
    run: async ({ entityId, payload }) => {
      if (await findPhoto(db, entityId)) return;
      await storage.removeAll(String(payload.key));
    },
  };
}
