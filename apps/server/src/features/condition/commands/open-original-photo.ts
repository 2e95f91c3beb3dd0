import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { assertNotInvolved, findBooking } from "../../bookings/public.ts";
import { findPhoto } from "../condition.queries.ts";
import { originalKey, readFile } from "../evidence-files.ts";

type Deps = { db: Db; storage: StoragePort };
type Opened = { bookingId: string; photoId: string; reason: string };

const NO_DISPUTE = "Originals can only be opened while a damage claim or a dispute is open";

/** Originals can contain the place and the device of their author, so opening one is recorded before it is sent. */
export async function openOriginalPhoto(
  { db, storage }: Deps,
  admin: Viewer,
  { bookingId, photoId, reason }: Opened,
): Promise<Buffer> {
  const booking = await findBooking(db, bookingId);
  const photo = await findPhoto(db, photoId);
  if (!booking || photo?.bookingId !== booking.id) throw new AppError("not_found", "Photo not found");
  assertNotInvolved(booking, admin.id);
  const isOpen = booking.status === "damaged_admin_review" || booking.isDisputed;
  if (!isOpen) throw new AppError("action_not_allowed", NO_DISPUTE);
  const entry = { actorId: admin.id, action: "original_photo_opened", entityType: "booking", entityId: bookingId };
  await recordAudit(db, { ...entry, details: { photoId, reason } });
  const original = await readFile(storage, originalKey(photo.filesKey));
  if (!original) throw new AppError("not_found", "Photo not found");
  return original;
}
