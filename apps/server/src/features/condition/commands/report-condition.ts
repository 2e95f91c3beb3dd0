import type { claimDamage as claimContract } from "@nexby/contract/bookings/booking-commands";
import type { NewConditionReport } from "@nexby/contract/bookings/condition";
import { changesByReport } from "@nexby/domain/condition/booking-condition";
import {
  MAX_REPORTS_PER_PHASE,
  PICKUP_PHASE,
  refusalOfReport,
  STAGE_OF_PHASE,
} from "@nexby/domain/condition/condition-reports";
import { reportContent } from "@nexby/domain/condition/evidence-contents";
import { needsClaimPhoto } from "@nexby/domain/damage/damage-claims";
import { type CountedPiece, countsOfKit } from "@nexby/domain/listings/kit";
import { isOfFoodTruck } from "@nexby/domain/pricing/food-truck-price";
import type { z } from "zod";
import { recordRentalEvent } from "../../../platform/audit.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import {
  fileDamageClaim,
  nameLossAmount,
  notifyAbout,
  type RenterOrOwner,
  recordCondition,
  type StepContext,
} from "../../bookings/public.ts";
import { assertAllowed } from "../condition.policy.ts";
import { findReport, insertDamagePhotos, insertReport, listPhotos, listReports } from "../condition.queries.ts";
import { anchorOf, appendLink } from "../evidence-chain.ts";
import { photoUrl } from "../evidence-files.ts";
import type { EvidenceKeys } from "../evidence-keys.ts";
import { mailRecord } from "../evidence-mails.ts";
import { checkPhotoCode } from "../photo-codes.ts";

const TOO_MANY = `You can send at most ${MAX_REPORTS_PER_PHASE} reports here`;

/** A report is stored once, however often it is sent, and never changed. Returns why its photo code is refused. */
export async function reportCondition(
  context: StepContext,
  author: RenterOrOwner,
  { reportId, ...body }: NewConditionReport & { reportId: string },
  { secret, keys }: { secret: string; keys: EvidenceKeys },
): Promise<AppError | null> {
  const { tx, booking, now } = context;
  const sent = asStored(body, booking);
  const { phase, condition, notes, photoIds, marks, pieces } = sent;
  const { role } = author;
  if (await isStored(tx, { reportId, bookingId: booking.id, role, sent })) return null;

  const isFoodTruck = isOfFoodTruck(booking.priceBreakdown);
  const photoCount = photoIds.length;
  const facts = { ...booking, outages: context.snapshot.outages };
  assertAllowed(refusalOfReport(facts, { role, phase, condition, notes, photoCount, isFoodTruck }, now));
  await assertOwnPhotos(tx, booking, author, sent);
  const earlier = (await listReports(tx, booking.id)).filter((one) => one.byRole === role && one.phase === phase);
  if (earlier.length >= MAX_REPORTS_PER_PHASE) throw new AppError("action_not_allowed", TOO_MANY);

  const usedCodes = earlier.map((one) => one.photoCode);
  const { photoCode, photoCodeAt: enteredAt } = sent;
  const shownAt =
    photoCode && (await checkPhotoCode(context, author, secret, { phase, photoCode, enteredAt, usedCodes }));
  if (shownAt instanceof AppError) return shownAt;

  const stated = { phase, condition, notes, pieces, photoCode, photoCodeShownAt: shownAt || null };
  const report = { id: reportId, bookingId: booking.id, byRole: role, ...stated, createdAt: now };
  await insertReport(tx, report, { itemId: booking.itemId, photoIds, marks });
  const link = await appendLink(context, author, keys, { kind: "report", subjectId: reportId });
  await recordRentalEvent(tx, {
    bookingId: booking.id,
    actorId: author.id,
    eventType: phase === PICKUP_PHASE ? "pickup_reported" : "return_reported",
    notes,
    metadata: { by: role, reportId, condition, photos: photoIds.length, evidence: anchorOf(link) },
  });
  const photoUrls = photoIds.map((photoId) => photoUrl(booking.id, photoId));
  const changes = changesByReport(booking, role, { phase, condition, notes, photoUrls }, now);
  const after = await recordCondition(tx, booking, changes);
  await mailRecord(tx, after, { by: role, act: "reported" }, link);
  if (condition !== "good") {
    await notifyAbout(tx, after, [role === "renter" ? "owner" : "renter"], "condition_reported", { condition });
  }
  return null;
}

type Sent = Omit<NewConditionReport, "notes" | "pieces" | "photoCode" | "photoCodeAt"> & {
  notes: string | null;
  pieces: CountedPiece[] | null;
  photoCode: string | null;
  photoCodeAt: Date | null;
};

/**
 * The database replaces unpaired surrogates and writes ids in lower case, and pieces are in the kit's order; a report
 * sent again must still match.
 */
function asStored(report: NewConditionReport, booking: Booking): Sent {
  const { notes, photoIds, marks, pieces, photoCode, photoCodeAt, ...sent } = report;
  return {
    ...sent,
    pieces: pieces?.length ? countedPieces(pieces, booking) : null,
    photoCode: photoCode ?? null,
    photoCodeAt: photoCodeAt ? new Date(photoCodeAt) : null,
    notes: notes === "" ? null : Buffer.from(notes).toString(),
    photoIds: photoIds.map((id) => id.toLowerCase()),
    marks: marks.map(({ description, photoId }) => ({ description, photoId: photoId?.toLowerCase() ?? null })),
  };
}

function countedPieces(counted: readonly CountedPiece[], { priceBreakdown }: Booking): CountedPiece[] {
  const counts = countsOfKit(priceBreakdown.pieces ?? [], counted);
  if (!counts) throw fieldError("pieces", "Please count each piece. You can't count more than the list says.");
  return counts;
}

type SentBefore = { reportId: string; bookingId: string; role: RenterOrOwner["role"]; sent: Sent };

/** True if the same report was stored before. The same id for anything else is refused. */
async function isStored(tx: Db, { reportId, bookingId, role, sent }: SentBefore): Promise<boolean> {
  const stored = await findReport(tx, reportId);
  if (!stored) return false;
  const content = reportContent({ ...sent, photoCodeShownAt: stored.photoCodeShownAt });
  const isSame = stored.bookingId === bookingId && stored.byRole === role && reportContent(stored) === content;
  if (!isSame) throw new AppError("id_reused");
  return true;
}

/** A report shows its author's own photos of the same stage; a mark points to one of them. */
async function assertOwnPhotos(
  tx: Db,
  { id }: Booking,
  author: RenterOrOwner,
  { phase, photoIds, marks }: Sent,
): Promise<void> {
  const own = (await listPhotos(tx, id)).filter(
    ({ uploadedBy, stage }) => uploadedBy === author.id && stage === STAGE_OF_PHASE[phase],
  );
  const isOwn = (photoId: string) => own.some((photo) => photo.id === photoId);
  if (!photoIds.every(isOwn)) throw fieldError("photoIds", "Please choose photos you added for this report");
  if (!marks.every(({ photoId }) => photoId === null || photoIds.includes(photoId))) {
    throw fieldError("marks", "Please choose a photo of this report");
  }
}

/** The claim, its photos and its link in the evidence chain. The photos were sent before. */
export async function claimDamage(
  context: StepContext,
  author: RenterOrOwner,
  { photoIds: sentIds, ...claim }: z.output<typeof claimContract.body>,
  keys: EvidenceKeys,
): Promise<void> {
  const { tx, booking } = context;
  const filed = await fileDamageClaim(context, author, claim);
  if (needsClaimPhoto(claim.damageType) && sentIds.length === 0) {
    throw fieldError("photoIds", "Add at least one photo that shows the problem");
  }
  const own = (await listPhotos(tx, booking.id)).filter(
    ({ uploadedBy, stage }) => uploadedBy === author.id && stage === "return",
  );
  const photos = sentIds.map((id) => {
    const photo = own.find((one) => one.id === id.toLowerCase());
    if (!photo) throw fieldError("photoIds", "Please choose photos you added for this claim");
    return photo;
  });
  await insertDamagePhotos(tx, filed, photos);
  const link = await appendLink(context, author, keys, { kind: "claim", subjectId: filed.id });
  await mailRecord(tx, booking, { by: author.role, act: "claimed" }, link);
}

/** From now on, the claim is the owner's word, so the chain covers it. */
export async function nameLoss(
  context: StepContext,
  author: RenterOrOwner,
  named: { amountCents: number; notes: string },
  keys: EvidenceKeys,
): Promise<void> {
  const claim = await nameLossAmount(context, author, named);
  const link = await appendLink(context, author, keys, { kind: "claim", subjectId: claim.id });
  await mailRecord(context.tx, context.booking, { by: author.role, act: "claimed" }, link);
}
