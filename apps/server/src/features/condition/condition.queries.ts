import type { EvidenceLink } from "@nexby/domain/condition/evidence-links";
import { isRemovalDue } from "@nexby/domain/condition/retention";
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { findOutages } from "../../platform/outages.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import {
  bookingConditionReports,
  bookingReportPhotos,
  conditionConfirmations,
  evidenceLinks,
  evidencePhotos,
  evidenceRemovals,
  itemMarks,
  rentalPhotos,
} from "../../schema/condition.ts";
import { type DamageClaimRow, damageClaims, damagePhotos } from "../../schema/damage.ts";
import { categories, itemCategories } from "../../schema/listings.ts";
import { auditLog } from "../../schema/platform.ts";
import { findBooking, viewOf } from "../bookings/public.ts";
import { photoUrl } from "./evidence-files.ts";

type ReportRow = typeof bookingConditionReports.$inferSelect;
type MarkRow = typeof itemMarks.$inferSelect;
export type Report = ReportRow & { photoIds: string[]; marks: MarkRow[] };
export type Photo = Awaited<ReturnType<typeof selectPhotos>>[number];

/** Throws not_found for everyone except the renter, the owner and admins. */
export async function getBookingFor(db: Db, viewer: Viewer, bookingId: string) {
  const booking = await findBooking(db, bookingId);
  const role = booking && viewOf(booking, viewer);
  if (!booking || !role) throw new AppError("not_found", "Booking not found");
  return { booking, role };
}

/** Everything the viewer is shown about the item's condition. */
export async function loadCondition(db: Db, viewer: Viewer, bookingId: string) {
  const { booking, role } = await getBookingFor(db, viewer, bookingId);
  return {
    booking,
    role,
    reports: await listReports(db, booking.id),
    photos: await listPhotos(db, booking.id),
    agreedMarks: await listAgreedMarks(db, booking.itemId),
    categorySlug: await findCategorySlug(db, booking.itemId),
    head: await findHead(db, booking.id),
    outages: await findOutages(db),
    now: await readClock(db),
  };
}

const selectPhotos = (db: Db) =>
  db
    .select({
      id: evidencePhotos.id,
      bookingId: evidencePhotos.bookingId,
      uploadedBy: evidencePhotos.uploadedBy,
      filesKey: evidencePhotos.filesKey,
      originalSha256: evidencePhotos.originalSha256,
      copySha256: evidencePhotos.copySha256,
      width: evidencePhotos.width,
      height: evidencePhotos.height,
      placeholder: evidencePhotos.placeholder,
      filesRemovedAt: evidencePhotos.filesRemovedAt,
      userRole: rentalPhotos.userRole,
      stage: rentalPhotos.stage,
      shot: rentalPhotos.shot,
      photoUrl: rentalPhotos.photoUrl,
      filename: rentalPhotos.filename,
      fileSize: rentalPhotos.fileSize,
      mimeType: rentalPhotos.mimeType,
      createdAt: rentalPhotos.createdAt,
    })
    .from(evidencePhotos)
    .innerJoin(rentalPhotos, eq(rentalPhotos.photoId, evidencePhotos.id));

/** Oldest first. */
export const listPhotos = (db: Db, bookingId: string): Promise<Photo[]> =>
  selectPhotos(db)
    .where(eq(evidencePhotos.bookingId, bookingId))
    .orderBy(asc(rentalPhotos.createdAt), asc(rentalPhotos.id));

export async function findPhoto(db: Db, photoId: string): Promise<Photo | null> {
  const [photo] = await selectPhotos(db).where(eq(evidencePhotos.id, photoId));
  return photo ?? null;
}

export async function countPhotos(db: Db, photo: Pick<Photo, "bookingId" | "userRole" | "stage">): Promise<number> {
  const [row] = await db
    .select({ photos: count() })
    .from(rentalPhotos)
    .where(
      and(
        eq(rentalPhotos.bookingId, photo.bookingId),
        eq(rentalPhotos.userRole, photo.userRole),
        eq(rentalPhotos.stage, photo.stage),
      ),
    );
  return row?.photos ?? 0;
}

type StoredPhoto = typeof evidencePhotos.$inferInsert & { id: string };
type PhotoFacts = Pick<Photo, "userRole" | "stage" | "shot" | "filename" | "fileSize" | "mimeType">;

export async function insertPhoto(db: Db, stored: StoredPhoto, facts: PhotoFacts): Promise<void> {
  const { id: photoId, bookingId, uploadedBy, createdAt } = stored;
  await db.insert(evidencePhotos).values(stored);
  await db.insert(rentalPhotos).values({
    id: newId(),
    bookingId,
    photoId,
    uploadedBy,
    createdAt,
    photoUrl: photoUrl(bookingId, photoId),
    ...facts,
  });
}

/** True if a photo needs its files under this key. */
export async function isKeyInUse(db: Db, filesKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: evidencePhotos.id })
    .from(evidencePhotos)
    .where(and(eq(evidencePhotos.filesKey, filesKey), isNull(evidencePhotos.filesRemovedAt)));
  return rows.length > 0;
}

/**
 * Photos whose files are kept, of bookings that ended before this instant and owe nobody anything. Photos are added
 * before the booking ends, so newer ones need no look at their booking.
 */
export const listExpiredPhotos = (db: Db, endedBefore: Date, limit: number) =>
  db
    .select({ id: evidencePhotos.id, bookingId: evidencePhotos.bookingId, filesKey: evidencePhotos.filesKey })
    .from(evidencePhotos)
    .innerJoin(bookings, eq(bookings.id, evidencePhotos.bookingId))
    .where(
      and(
        isNull(evidencePhotos.filesRemovedAt),
        lt(evidencePhotos.createdAt, endedBefore),
        isNotNull(bookings.settledAt),
        eq(bookings.hasChargeback, false),
        lt(sql`coalesce(${bookings.closedAt}, ${bookings.canceledAt})`, endedBefore),
      ),
    )
    .orderBy(asc(evidencePhotos.createdAt))
    .limit(limit);

type Removal = typeof evidenceRemovals.$inferInsert & { id: string; createdAt: Date };

export async function insertRemoval(db: Db, removal: Removal): Promise<void> {
  await db.insert(evidenceRemovals).values(removal);
  await db
    .update(evidencePhotos)
    .set({ filesRemovedAt: removal.createdAt })
    .where(eq(evidencePhotos.id, removal.photoId));
}

/** Photos whose files were removed before removals were part of the chain, by the append-only audit log. */
export async function listRemovedEarlier(db: Db, booking: Booking): Promise<Set<string>> {
  const rows = await db
    .select({ photoId: evidencePhotos.id, removedAt: evidencePhotos.filesRemovedAt, details: auditLog.details })
    .from(auditLog)
    .innerJoin(evidencePhotos, sql`${evidencePhotos.id}::text = ${auditLog.details}->>'photoId'`)
    .where(
      and(
        eq(auditLog.entityType, "booking"),
        eq(auditLog.entityId, booking.id),
        eq(auditLog.action, "evidence_files_removed"),
        eq(evidencePhotos.bookingId, booking.id),
      ),
    );
  const due = rows.filter(({ removedAt, details }) => {
    const retentionDays = Number((details as { evidenceRetentionDays?: number }).evidenceRetentionDays);
    const endedAt = booking.closedAt ?? booking.canceledAt;
    return removedAt !== null && isRemovalDue({ removedAt, retentionDays, endedAt, settledAt: booking.settledAt });
  });
  return new Set(due.map(({ photoId }) => photoId));
}

/** Oldest first, each with its photos in order and its marks. */
export async function listReports(db: Db, bookingId: string): Promise<Report[]> {
  const reports = await db
    .select()
    .from(bookingConditionReports)
    .where(eq(bookingConditionReports.bookingId, bookingId))
    .orderBy(asc(bookingConditionReports.createdAt), asc(bookingConditionReports.id));
  return withParts(db, reports);
}

export async function findReport(db: Db, reportId: string): Promise<Report | null> {
  const rows = await db.select().from(bookingConditionReports).where(eq(bookingConditionReports.id, reportId));
  const [report] = await withParts(db, rows);
  return report ?? null;
}

async function withParts(db: Db, reports: readonly ReportRow[]): Promise<Report[]> {
  if (reports.length === 0) return [];
  const ids = reports.map(({ id }) => id);
  const photos = await db
    .select()
    .from(bookingReportPhotos)
    .where(inArray(bookingReportPhotos.reportId, ids))
    .orderBy(asc(bookingReportPhotos.position));
  const marks = await db
    .select()
    .from(itemMarks)
    .where(inArray(itemMarks.reportId, ids))
    .orderBy(asc(itemMarks.position));
  return reports.map((report) => ({
    ...report,
    photoIds: photos.filter(({ reportId }) => reportId === report.id).map(({ photoId }) => photoId),
    marks: marks.filter(({ reportId }) => reportId === report.id),
  }));
}

type NewReport = typeof bookingConditionReports.$inferInsert & { id: string };
type Parts = {
  itemId: string;
  photoIds: readonly string[];
  marks: readonly { description: string; photoId: string | null }[];
};

export async function insertReport(db: Db, report: NewReport, { itemId, photoIds, marks }: Parts): Promise<void> {
  const { id: reportId, bookingId, createdAt } = report;
  await db.insert(bookingConditionReports).values(report);
  if (photoIds.length > 0) {
    await db.insert(bookingReportPhotos).values(
      photoIds.map((photoId, index) => ({
        id: newId(),
        reportId,
        photoId,
        position: index + 1,
        url: photoUrl(bookingId, photoId),
        createdAt,
      })),
    );
  }
  if (marks.length > 0) {
    await db.insert(itemMarks).values(
      marks.map((mark, index) => ({
        id: newId(),
        itemId,
        bookingId,
        reportId,
        position: index + 1,
        ...mark,
        createdAt,
      })),
    );
  }
}

/** In the owner's order. Each repeats what the claim says about the damage. */
export async function insertDamagePhotos(db: Db, claim: DamageClaimRow, photos: readonly Photo[]): Promise<void> {
  if (photos.length === 0) return;
  const { id: claimId, damageType, severity: damageSeverity, description: damageDescription, createdAt } = claim;
  await db.insert(damagePhotos).values(
    photos.map(
      ({ id: photoId, bookingId, uploadedBy, userRole, stage, photoUrl, filename, fileSize, mimeType }, index) => ({
        id: newId(),
        bookingId,
        claimId,
        photoId,
        position: index + 1,
        uploadedBy,
        userRole,
        stage,
        photoUrl,
        filename,
        fileSize,
        mimeType,
        damageType,
        damageDescription,
        damageSeverity,
        createdAt,
      }),
    ),
  );
}

/** The owner's claim with its photos. A loss that the system claimed is nobody's evidence. */
/** Filed by the owner, or a loss whose amount they named. */
export const IS_BY_OWNER = or(eq(damageClaims.filedBy, "owner"), isNotNull(damageClaims.namedAt));

export async function findOwnClaim(db: Db, bookingId: string) {
  const rows = await db
    .select({ claim: damageClaims, photoId: damagePhotos.photoId })
    .from(damageClaims)
    .leftJoin(damagePhotos, eq(damagePhotos.claimId, damageClaims.id))
    .where(and(eq(damageClaims.bookingId, bookingId), IS_BY_OWNER))
    .orderBy(asc(damagePhotos.position));
  const [first] = rows;
  return first ? { ...first.claim, photoIds: rows.flatMap(({ photoId }) => photoId ?? []) } : null;
}

export const insertConfirmation = (db: Db, confirmation: typeof conditionConfirmations.$inferInsert) =>
  db.insert(conditionConfirmations).values(confirmation);

/** Marks of these reports that nobody agreed on before. */
export async function agreeOnMarks(db: Db, reportIds: readonly string[], at: Date): Promise<void> {
  if (reportIds.length === 0) return;
  await db
    .update(itemMarks)
    .set({ agreedAt: at })
    .where(and(inArray(itemMarks.reportId, [...reportIds]), isNull(itemMarks.agreedAt)));
}

/** The newest link of the booking's evidence chain. */
export async function findHead(db: Db, bookingId: string): Promise<EvidenceLink | null> {
  const [head] = await db
    .select()
    .from(evidenceLinks)
    .where(eq(evidenceLinks.bookingId, bookingId))
    .orderBy(desc(evidenceLinks.position))
    .limit(1);
  return head ?? null;
}

const MAX_MARKS = 200;

/** An item's agreed marks with the phase they were reported in, newest first. */
const listAgreedMarks = (db: Db, itemId: string) =>
  db
    .select({
      id: itemMarks.id,
      bookingId: itemMarks.bookingId,
      phase: bookingConditionReports.phase,
      description: itemMarks.description,
      agreedAt: itemMarks.agreedAt,
    })
    .from(itemMarks)
    .innerJoin(bookingConditionReports, eq(bookingConditionReports.id, itemMarks.reportId))
    .where(and(eq(itemMarks.itemId, itemId), isNotNull(itemMarks.agreedAt)))
    .orderBy(desc(itemMarks.agreedAt))
    .limit(MAX_MARKS);

/** The slug of the item's first category, which decides its shot list. */
async function findCategorySlug(db: Db, itemId: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: categories.slug })
    .from(itemCategories)
    .innerJoin(categories, eq(categories.id, itemCategories.categoryId))
    .where(eq(itemCategories.itemId, itemId))
    .orderBy(asc(itemCategories.position))
    .limit(1);
  return row?.slug ?? null;
}
