import { withoutDisruptive } from "@nexby/contract/fields";
import { MAX_PHOTOS_PER_STAGE, type PhotoStage, refusalOfPhoto } from "@nexby/domain/condition/condition-reports";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { recordAudit, recordRentalEvent } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { ReceivedFile } from "../../../platform/http/uploads.ts";
import { newId } from "../../../platform/ids.ts";
import { findOutages } from "../../../platform/outages.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import { assertNotInvolved, findBooking, lockAsRenterOrOwner, roleIn } from "../../bookings/public.ts";
import { copyPhoto, type PhotoCopy, readFile, storeFiles } from "../../photos/public.ts";
import { EVIDENCE_FILES } from "../condition.jobs.ts";
import { assertAllowed } from "../condition.policy.ts";
import { countPhotos, findPhoto, insertPhoto, type Photo } from "../condition.queries.ts";
import { anchorOf, appendLink, refusingReusedIds } from "../evidence-chain.ts";
import { COPY_FILE, filesKeyOf, mimeTypeOf, ORIGINAL_FILE, originalKey, sha256 } from "../evidence-files.ts";
import type { EvidenceKeys } from "../evidence-keys.ts";

type Deps = { db: Db; storage: StoragePort; payments: Pick<PaymentsPort, "environment">; keys: EvidenceKeys };

type NewPhoto = {
  bookingId: string;
  photoId: string;
  stage: PhotoStage;
  shot: string | null;
  /** The sender's own hash. */
  claimedSha256: string | null;
  file: ReceivedFile;
};

const DAMAGED = "This photo was damaged on its way to us. Please send it again.";
const TOO_MANY = `You can add at most ${MAX_PHOTOS_PER_STAGE} photos here`;
const MAX_NAME = 200;

/** Stores a photo once, however often it is sent. If another attempt was faster, its files are the ones that count. */
export async function addRentalPhoto(deps: Deps, viewer: Viewer, sent: NewPhoto): Promise<Photo> {
  const { db, storage } = deps;
  const originalSha256 = sha256(sent.file.bytes);
  if (sent.claimedSha256 !== null && sent.claimedSha256 !== originalSha256) throw fieldError("file", DAMAGED);
  const booking = await findBooking(db, sent.bookingId);
  if (!booking || roleIn(booking, viewer.id) === null) throw new AppError("not_found", "Booking not found");
  // The database writes ids in lower case; a photo sent again must still match.
  const photo = { ...sent, bookingId: booking.id, photoId: sent.photoId.toLowerCase() };
  const stored = await findSame(db, viewer, photo, originalSha256);
  if (stored) return stored;
  // Checked before the work of making a copy, and again under the booking's lock.
  assertAllowed(refusalOfPhoto({ ...booking, outages: await findOutages(db) }, photo.stage, await readClock(db)));

  const made = await copyPhoto(photo.file.bytes, viewer.id);
  const attemptId = newId();
  const filesKey = filesKeyOf(photo.bookingId, attemptId);
  const files = [
    { name: ORIGINAL_FILE, bytes: photo.file.bytes },
    { name: COPY_FILE, bytes: made.copy },
  ];
  const prepared = { filesKey, originalSha256, made };
  return storeFiles({ db, storage }, EVIDENCE_FILES, { id: attemptId, key: filesKey, files }, (keepFiles) =>
    refusingReusedIds(() => savePhoto(deps, viewer, photo, prepared, keepFiles)),
  );
}

/** The photo if this one was stored before. The same id for anything else is refused. */
async function findSame(db: Db, viewer: Viewer, photo: NewPhoto, originalSha256: string): Promise<Photo | null> {
  const stored = await findPhoto(db, photo.photoId);
  if (!stored) return null;
  const isSame =
    stored.bookingId === photo.bookingId &&
    stored.uploadedBy === viewer.id &&
    stored.stage === photo.stage &&
    stored.shot === photo.shot &&
    stored.originalSha256 === originalSha256;
  if (!isSame) throw new AppError("id_reused");
  return stored;
}

type Prepared = { filesKey: string; originalSha256: string; made: PhotoCopy };

async function savePhoto(
  deps: Deps,
  viewer: Viewer,
  photo: NewPhoto,
  prepared: Prepared,
  keepFiles: (tx: Db) => Promise<void>,
): Promise<Photo> {
  const { bookingId, photoId: id, stage, shot, file } = photo;
  const { filesKey, originalSha256, made } = prepared;
  return deps.db.transaction(async (tx) => {
    const { context, actor: author } = await lockAsRenterOrOwner(tx, deps.payments, viewer, bookingId);
    const stored = await findSame(tx, viewer, photo, originalSha256);
    if (stored) return stored;
    assertAllowed(refusalOfPhoto({ ...context.booking, outages: context.snapshot.outages }, stage, context.now));
    const facts = {
      userRole: author.role,
      stage,
      shot,
      filename: withoutDisruptive((file.name || "photo").slice(0, MAX_NAME)),
      fileSize: file.bytes.length,
      mimeType: mimeTypeOf(file.bytes),
    };
    if ((await countPhotos(tx, { bookingId, ...facts })) >= MAX_PHOTOS_PER_STAGE) {
      throw new AppError("action_not_allowed", TOO_MANY);
    }
    await keepFiles(tx);
    const { width, height, placeholder } = made;
    const hashes = { originalSha256, copySha256: sha256(made.copy) };
    const owned = { id, bookingId, uploadedBy: author.id, createdAt: context.now };
    await insertPhoto(tx, { ...owned, filesKey, ...hashes, width, height, placeholder }, facts);
    const link = await appendLink(context, author, deps.keys, { kind: "photo", subjectId: id });
    const saved = await findPhoto(tx, id);
    if (!saved) throw new Error("The photo was not written");
    for (const userId of [context.booking.renterId, context.booking.ownerId]) {
      await publishEvent(tx, { audience: userAudience(userId), type: "booking_changed", data: { bookingId } });
    }
    // Photos of the handoff appear on the timeline with their report.
    if (stage === "during") {
      const metadata = { by: author.role, photoId: id, evidence: anchorOf(link) };
      await recordRentalEvent(tx, { bookingId, actorId: author.id, eventType: "photo_added", metadata });
    }
    return saved;
  });
}

type OriginalDeps = { db: Db; storage: StoragePort };
type Opened = { bookingId: string; photoId: string; reason: string };

const NO_DISPUTE = "Originals can only be opened while a damage claim or a dispute is open";

/** Originals can contain the place and the device of their author, so opening one is recorded before it is sent. */
export async function openOriginalPhoto(
  { db, storage }: OriginalDeps,
  admin: Viewer,
  { bookingId, photoId, reason }: Opened,
): Promise<Buffer> {
  const booking = await findBooking(db, bookingId);
  const photo = await findPhoto(db, photoId);
  if (!booking || photo?.bookingId !== booking.id) throw new AppError("not_found", "Photo not found");
  assertNotInvolved(booking, admin.id);
  const isOpen = booking.status === "damaged_admin_review" || booking.hasChargeback;
  if (!isOpen) throw new AppError("action_not_allowed", NO_DISPUTE);
  const entry = { actorId: admin.id, action: "original_photo_opened", entityType: "booking", entityId: bookingId };
  await recordAudit(db, { ...entry, details: { photoId, reason } });
  const original = await readFile(storage, originalKey(photo.filesKey));
  if (!original) throw new AppError("not_found", "Photo not found");
  return original;
}
