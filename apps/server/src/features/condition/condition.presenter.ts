import type { BookingConditionView, EvidenceView, RentalPhotoView } from "@nexby/contract/bookings/condition";
import { REPORT_PHASES, type ReportPhase } from "@nexby/domain/condition/condition-reports";
import type { EvidenceLink } from "@nexby/domain/condition/evidence-chain";
import { knownMarks } from "@nexby/domain/condition/item-passport";
import { shotListOf } from "@nexby/domain/condition/shot-lists";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Booking } from "../../schema/bookings.ts";
import { findBooking, viewOf } from "../bookings/public.ts";
import { confirmationsOf } from "./commands/confirm-condition.ts";
import { allowedIn } from "./condition.policy.ts";
import {
  findCategorySlug,
  listAgreedMarks,
  listPhotos,
  listReports,
  type Photo,
  type Report,
} from "./condition.queries.ts";
import { findHead, type verifyEvidence } from "./evidence-chain.ts";

/** Throws not_found for everyone except the renter, the owner and admins. */
export async function getBookingFor(db: Db, viewer: Viewer, bookingId: string) {
  const booking = await findBooking(db, bookingId);
  const role = booking && viewOf(booking, viewer);
  if (!booking || !role) throw new AppError("not_found", "Booking not found");
  return { booking, role };
}

export async function getCondition(db: Db, viewer: Viewer, bookingId: string): Promise<BookingConditionView> {
  const { booking, role } = await getBookingFor(db, viewer, bookingId);
  const reports = await listReports(db, bookingId);
  const marks = await listAgreedMarks(db, booking.itemId);
  const head = await findHead(db, bookingId);
  const reportedPhases = reports.map(({ phase }) => phase);
  const confirmedPhases = REPORT_PHASES.filter((phase) => isConfirmedBy(booking, role, phase));
  return {
    bookingId,
    reports: reports.map(presentReport),
    photos: (await listPhotos(db, bookingId)).map(presentPhoto),
    knownMarks: knownMarks(marks, { bookingId, before: booking.actualPickupAt }).flatMap(
      ({ id, description, agreedAt }) => (agreedAt ? [{ id, description, agreedAt: agreedAt.toISOString() }] : []),
    ),
    shots: [...shotListOf(await findCategorySlug(db, booking.itemId))],
    confirmed: presentConfirmations(booking),
    headSha256: head?.sha256 ?? null,
    allowed: allowedIn({ role, facts: booking, reportedPhases, confirmedPhases, now: await readClock(db) }),
  };
}

const text = (instant: Date | null) => instant?.toISOString() ?? null;

function isConfirmedBy(booking: Booking, role: "renter" | "owner" | "admin", phase: ReportPhase): boolean {
  const { renterAt, ownerAt } = confirmationsOf(booking, phase);
  return (role === "renter" ? renterAt : ownerAt) !== null;
}

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
  createdAt: report.createdAt.toISOString(),
});

export const presentPhoto = (photo: Photo): RentalPhotoView => ({
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
  createdAt: photo.createdAt.toISOString(),
});

type Verified = Awaited<ReturnType<typeof verifyEvidence>>;

export const presentEvidence = ({ links, removedIds, ...verified }: Verified): EvidenceView => ({
  isIntact: verified.isIntact,
  headSha256: links.at(-1)?.sha256 ?? null,
  links: links.map(({ problems, ...link }) => ({
    ...presentLink(link),
    isRemoved: removedIds.has(link.subjectId),
    problems: [...problems],
  })),
  lostPositions: [...verified.lostPositions],
  unlinkedIds: [...verified.unlinkedIds],
});

const presentLink = (link: EvidenceLink) => ({
  position: link.position,
  kind: link.kind,
  subjectId: link.subjectId,
  byRole: link.authorRole,
  at: link.recordedAt.toISOString(),
  contentSha256: link.contentSha256,
  previousSha256: link.previousSha256,
  sha256: link.sha256,
});
