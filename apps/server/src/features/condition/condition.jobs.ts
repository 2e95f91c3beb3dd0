import { DAY } from "@nexby/domain/kernel/duration";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { enqueueJob, type JobHandler } from "../../platform/jobs/job.ts";
import { getPlatformSettings } from "../operations/public.ts";
import { isKeyInUse, listExpiredPhotos, markFilesRemoved } from "./condition.queries.ts";
import { REMOVE_EVIDENCE_FILES } from "./evidence-files.ts";

type Deps = { db: Db; storage: StoragePort };

/** Deletes the files of an interrupted upload, or of a photo whose retention period is over. */
export function removeEvidenceFiles({ db, storage }: Deps): JobHandler {
  return {
    run: async ({ payload }) => {
      const key = String(payload.key);
      if (!(await isKeyInUse(db, key))) await storage.removeAll(key);
    },
  };
}

const BATCH = 100;

/**
 * Removes the files of photos whose retention period is over. Rows, hashes and the chain stay. The row is marked first:
 * a photo whose files are half removed must not look tampered with.
 */
export async function removeExpiredEvidence({ db, storage }: Deps): Promise<void> {
  const now = await readClock(db);
  const { evidenceRetentionDays } = await getPlatformSettings(db);
  const endedBefore = new Date(now.getTime() - evidenceRetentionDays * DAY);
  for (;;) {
    const expired = await listExpiredPhotos(db, endedBefore, BATCH);
    for (const { id, bookingId, filesKey } of expired) {
      await db.transaction(async (tx) => {
        await markFilesRemoved(tx, { photoId: id, bookingId, evidenceRetentionDays }, now);
        // Removes them later if the next line fails.
        const job = { type: REMOVE_EVIDENCE_FILES, entityType: "evidence", entityId: id };
        await enqueueJob(tx, { ...job, payload: { key: filesKey } });
      });
      await storage.removeAll(filesKey);
    }
    if (expired.length < BATCH) return;
  }
}
