import { isRemovalDue } from "@nexby/domain/condition/retention";
import { DAY } from "@nexby/domain/kernel/duration";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { lockBooking } from "../bookings/public.ts";
import { getPlatformSettings } from "../operations/public.ts";
import { deleteFiles, enqueueDeletion, type FileKind } from "../photos/public.ts";
import { insertRemoval, isKeyInUse, listExpiredPhotos } from "./condition.queries.ts";
import { appendLink } from "./evidence-chain.ts";
import { DELETE_EVIDENCE_FILES } from "./evidence-files.ts";
import type { EvidenceKeys } from "./evidence-keys.ts";

type Deps = { db: Db; storage: StoragePort };

/** A rental photo's row stays when its files are removed after the retention period. */
export const EVIDENCE_FILES: FileKind = {
  deletionJob: DELETE_EVIDENCE_FILES,
  entityType: "evidence",
  isInUse: (db, { key }) => isKeyInUse(db, key),
};

export const deleteEvidenceFiles = (deps: Deps): JobHandler => deleteFiles(deps, EVIDENCE_FILES);

const BATCH = 100;

/**
 * Removes the files of photos whose retention period is over. Rows, hashes and the chain stay. The removal is recorded
 * first: a photo whose files are half removed must not look tampered with.
 */
export async function deleteExpiredEvidence({ db, storage, keys }: Deps & { keys: EvidenceKeys }): Promise<void> {
  const now = await readClock(db);
  const { evidenceRetentionDays: retentionDays } = await getPlatformSettings(db);
  const endedBefore = new Date(now.getTime() - retentionDays * DAY);
  for (;;) {
    const expired = await listExpiredPhotos(db, endedBefore, BATCH);
    let removedCount = 0;
    for (const photo of expired) {
      const isRemoved = await db.transaction((tx) => recordRemoval(tx, keys, { photo, retentionDays, now }));
      if (!isRemoved) continue;
      removedCount += 1;
      await storage.removeAll(photo.filesKey);
    }
    // Photos that another process removes, or that became needed again, must not keep this loop running.
    if (removedCount < BATCH) return;
  }
}

type Expired = Awaited<ReturnType<typeof listExpiredPhotos>>[number];

/** False if the photo is needed again, or another process was faster. */
async function recordRemoval(
  tx: Db,
  keys: EvidenceKeys,
  { photo, retentionDays, now }: { photo: Expired; retentionDays: number; now: Date },
): Promise<boolean> {
  const booking = await lockBooking(tx, photo.bookingId);
  const endedAt = booking?.closedAt ?? booking?.canceledAt ?? null;
  if (!booking || booking.hasChargeback || !endedAt || !booking.settledAt) return false;
  const { settledAt } = booking;
  const isDue = isRemovalDue({ removedAt: now, retentionDays, endedAt, settledAt });
  if (!isDue || !(await isKeyInUse(tx, photo.filesKey))) return false;
  const id = newId();
  const removal = { id, bookingId: booking.id, photoId: photo.id, retentionDays, endedAt, settledAt, createdAt: now };
  await insertRemoval(tx, removal);
  await appendLink({ tx, booking, now }, { id: null, role: "system" }, keys, { kind: "removal", subjectId: id });
  // Removes the files later if this process doesn't get to it.
  await enqueueDeletion(tx, EVIDENCE_FILES, { id: photo.id, key: photo.filesKey });
  return true;
}
