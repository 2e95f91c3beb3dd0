import type { BookingConditionView, EvidenceView, RentalPhotoView } from "@nexby/contract/bookings/condition";
import { confirmationsOf } from "@nexby/domain/condition/booking-condition";
import { PICKUP_PHASE, REPORT_PHASES, RETURN_PHASE, type ReportPhase } from "@nexby/domain/condition/condition-reports";
import { positionOfHash } from "@nexby/domain/condition/evidence-chain";
import type { CheckedLink } from "@nexby/domain/condition/evidence-links";
import { knownMarks } from "@nexby/domain/condition/item-passport";
import { canCarryCode } from "@nexby/domain/condition/photo-code";
import { shotListOf } from "@nexby/domain/condition/shot-lists";
import type { Booking } from "../../schema/bookings.ts";
import { allowedIn } from "./condition.policy.ts";
import type { loadCondition, Photo, Report } from "./condition.queries.ts";
import type { VerifiedEvidence } from "./evidence-chain.ts";

type Loaded = Awaited<ReturnType<typeof loadCondition>>;

export function presentCondition({ booking, role, now, outages, ...loaded }: Loaded): BookingConditionView {
  const { reports, photos, agreedMarks, head, categorySlug } = loaded;
  const marks = knownMarks(agreedMarks, { bookingId: booking.id, before: booking.actualPickupAt });
  return {
    bookingId: booking.id,
    reports: reports.map(presentReport),
    photos: photos.map((photo) => presentPhoto(photo, reports)),
    knownMarks: marks.flatMap(({ id, description, agreedAt }) =>
      agreedAt ? [{ id, description, agreedAt: agreedAt.toISOString() }] : [],
    ),
    shots: [...shotListOf(categorySlug)],
    recorded: {
      [PICKUP_PHASE]: booking.conditionOut && { condition: booking.conditionOut, notes: booking.conditionOutNotes },
      [RETURN_PHASE]: booking.conditionIn && { condition: booking.conditionIn, notes: booking.conditionInNotes },
    },
    confirmed: presentConfirmations(booking),
    headSha256: head?.sha256 ?? null,
    allowed: allowedIn({ role, booking: { ...booking, outages }, reports, now }),
  };
}

const text = (instant: Date | null) => instant?.toISOString() ?? null;

function presentConfirmations(booking: Booking): BookingConditionView["confirmed"] {
  const entries = REPORT_PHASES.map((phase) => {
    const { renterAt, ownerAt } = confirmationsOf(booking, phase);
    return [phase, { renterAt: text(renterAt), ownerAt: text(ownerAt) }] as const;
  });
  return Object.fromEntries(entries) as Record<ReportPhase, (typeof entries)[number][1]>;
}

const presentReport = (report: Report): BookingConditionView["reports"][number] => ({
  id: report.id,
  byRole: report.byRole,
  phase: report.phase,
  condition: report.condition,
  notes: report.notes,
  photoIds: report.photoIds,
  marks: report.marks.map(({ id, description, photoId, agreedAt }) => ({
    id,
    description,
    photoId,
    agreedAt: text(agreedAt),
  })),
  ...(report.pieces && { pieces: report.pieces }),
  ...(report.photoCode &&
    report.photoCodeShownAt && {
      photoCode: { code: report.photoCode, shownAt: report.photoCodeShownAt.toISOString() },
    }),
  createdAt: report.createdAt.toISOString(),
});

/** By the newest report whose code the photo can carry. */
function codeShownAt(photo: Photo, reports: readonly Report[]): Pick<RentalPhotoView, "codeShownAt"> {
  const times = reports.flatMap(({ photoIds, photoCodeShownAt }) =>
    photoCodeShownAt && photoIds.includes(photo.id) ? [photoCodeShownAt] : [],
  );
  const shownAt = times.findLast((time) => canCarryCode(photo, time));
  return shownAt ? { codeShownAt: shownAt.toISOString() } : {};
}

export const presentPhoto = (photo: Photo, reports: readonly Report[] = []): RentalPhotoView => ({
  id: photo.id,
  url: photo.photoUrl,
  stage: photo.stage,
  byRole: photo.userRole,
  shot: photo.shot,
  width: photo.width,
  height: photo.height,
  placeholder: photo.placeholder,
  filename: photo.filename,
  fileSize: photo.fileSize,
  mimeType: photo.mimeType,
  originalSha256: photo.originalSha256,
  copySha256: photo.copySha256,
  isRemoved: photo.filesRemovedAt !== null,
  ...codeShownAt(photo, reports),
  createdAt: photo.createdAt.toISOString(),
});

/** With whether the chain still has the record of a fingerprint from a mail. */
export const presentEvidence = (verified: VerifiedEvidence, hash: string | undefined): EvidenceView => ({
  state: verified.state,
  isIntact: verified.state === "intact",
  headSha256: verified.links.at(-1)?.sha256 ?? null,
  ...(hash !== undefined && { mailedRecord: { hash, position: positionOfHash(verified.links, hash) } }),
  links: verified.links.map((link) => presentLink(link, verified.removedIds)),
  lostPositions: [...verified.lostPositions],
  unlinkedIds: [...verified.unlinkedIds],
  changedFacts: [...verified.changedFacts],
});

const presentLink = (link: CheckedLink, removedIds: ReadonlySet<string>): EvidenceView["links"][number] => ({
  position: link.position,
  kind: link.kind,
  subjectId: link.subjectId,
  byRole: link.authorRole,
  at: link.recordedAt.toISOString(),
  contentSha256: link.contentSha256,
  previousSha256: link.previousSha256,
  sha256: link.sha256,
  state: link.state,
  isSealed: link.keyFingerprint !== null,
  isRemoved: removedIds.has(link.subjectId),
  problems: [...link.problems],
});
