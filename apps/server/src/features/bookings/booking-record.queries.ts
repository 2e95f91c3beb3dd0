import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, isAfter, type PageOf, pageOf } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookingRequests } from "../../schema/bookings.ts";
import { bookingConditionReports, bookingReportPhotos, evidencePhotos, rentalPhotos } from "../../schema/condition.ts";
import { damageClaims, damagePhotos } from "../../schema/damage.ts";
import { bookingExtensions } from "../../schema/extensions.ts";
import { fraudAnalyses } from "../../schema/fraud.ts";
import { lateFees } from "../../schema/late-fees.ts";
import { pickupSchedules, statusTransitions } from "../../schema/rentals.ts";
import { assertNotInvolved } from "./bookings.policy.ts";
import { findBooking } from "./bookings.queries.ts";

/** More than any booking has. */
const MAX_ROWS = 200;

const people = alias(users, "people");
const renters = alias(users, "renter");
const owners = alias(users, "owner");

type NameColumns<Id, First, Last> = { id: Id; firstName: First; lastName: Last };

/** Of users, under any alias. */
const nameOf = <Id, First, Last>({ id, firstName, lastName }: NameColumns<Id, First, Last>) => ({
  id,
  firstName,
  lastName,
});

/** Admins can't read the record of a booking in which they are the renter or the owner. */
async function getForAdmin(db: Db, admin: Viewer, bookingId: string): Promise<Booking> {
  const booking = await findBooking(db, bookingId);
  if (!booking) throw new AppError("not_found", "Booking not found");
  assertNotInvolved(booking, admin.id);
  return booking;
}

/** Everything stored about a booking. Reading it is recorded before it is sent. */
export async function readBookingRecord(db: Db, admin: Viewer, bookingId: string) {
  const booking = await getForAdmin(db, admin, bookingId);
  await recordAudit(db, {
    actorId: admin.id,
    action: "booking_record_read",
    entityType: "booking",
    entityId: booking.id,
  });
  return {
    booking,
    renter: await findParticipant(db, booking.renterId),
    owner: await findParticipant(db, booking.ownerId),
    request: await findRequest(db, booking.id),
    plannedTimes: await listPlannedTimeRecords(db, booking.id),
    reports: await listReportRecords(db, booking.id),
    photos: await listPhotoRecords(db, booking.id),
    damagePhotos: await listDamagePhotoRecords(db, booking.id),
    fraudAnalyses: await listFraudRecords(db, booking.id),
  };
}

async function findParticipant(db: Db, id: string) {
  const [person] = await db
    .select({ ...nameOf(users), paymentCustomerId: users.paymentCustomerId })
    .from(users)
    .where(eq(users.id, id));
  return person ?? { id, firstName: null, lastName: null, paymentCustomerId: null };
}

async function findRequest(db: Db, bookingId: string) {
  const [row] = await db
    .select({ request: bookingRequests, renter: nameOf(renters), owner: nameOf(owners) })
    .from(bookingRequests)
    .innerJoin(renters, eq(renters.id, bookingRequests.renterId))
    .innerJoin(owners, eq(owners.id, bookingRequests.ownerId))
    .where(eq(bookingRequests.bookingId, bookingId));
  return row ?? null;
}

const listPlannedTimeRecords = (db: Db, bookingId: string) =>
  db
    .select()
    .from(pickupSchedules)
    .where(eq(pickupSchedules.bookingId, bookingId))
    .orderBy(desc(pickupSchedules.createdAt), desc(pickupSchedules.id))
    .limit(MAX_ROWS);

async function listReportRecords(db: Db, bookingId: string) {
  const reports = await db
    .select()
    .from(bookingConditionReports)
    .where(eq(bookingConditionReports.bookingId, bookingId))
    .orderBy(desc(bookingConditionReports.createdAt), desc(bookingConditionReports.id))
    .limit(MAX_ROWS);
  const ids = reports.map(({ id }) => id);
  const photos = await db
    .select({ reportId: bookingReportPhotos.reportId, url: bookingReportPhotos.url })
    .from(bookingReportPhotos)
    .where(inArray(bookingReportPhotos.reportId, ids))
    .orderBy(bookingReportPhotos.position);
  return reports.map((report) => ({
    ...report,
    photoUrls: photos.filter(({ reportId }) => reportId === report.id).map(({ url }) => url),
  }));
}

const isRemoved = sql<boolean>`${evidencePhotos.filesRemovedAt} is not null`;

const listPhotoRecords = (db: Db, bookingId: string) =>
  db
    .select({
      id: rentalPhotos.photoId,
      uploadedBy: nameOf(people),
      stage: rentalPhotos.stage,
      photoUrl: rentalPhotos.photoUrl,
      placeholder: evidencePhotos.placeholder,
      isRemoved,
      filename: rentalPhotos.filename,
      fileSize: rentalPhotos.fileSize,
      mimeType: rentalPhotos.mimeType,
      createdAt: rentalPhotos.createdAt,
    })
    .from(rentalPhotos)
    .innerJoin(evidencePhotos, eq(evidencePhotos.id, rentalPhotos.photoId))
    .innerJoin(people, eq(people.id, rentalPhotos.uploadedBy))
    .where(eq(rentalPhotos.bookingId, bookingId))
    .orderBy(desc(rentalPhotos.createdAt), desc(rentalPhotos.id))
    .limit(MAX_ROWS);

/** In the owner's order. */
const listDamagePhotoRecords = (db: Db, bookingId: string) =>
  db
    .select({
      id: damagePhotos.photoId,
      uploadedBy: nameOf(people),
      userRole: damagePhotos.userRole,
      stage: damagePhotos.stage,
      photoUrl: damagePhotos.photoUrl,
      placeholder: evidencePhotos.placeholder,
      isRemoved,
      filename: damagePhotos.filename,
      fileSize: damagePhotos.fileSize,
      mimeType: damagePhotos.mimeType,
      damageType: damagePhotos.damageType,
      damageDescription: damagePhotos.damageDescription,
      damageSeverity: damagePhotos.damageSeverity,
      createdAt: damagePhotos.createdAt,
    })
    .from(damagePhotos)
    .innerJoin(evidencePhotos, eq(evidencePhotos.id, damagePhotos.photoId))
    .innerJoin(people, eq(people.id, damagePhotos.uploadedBy))
    .where(eq(damagePhotos.bookingId, bookingId))
    .orderBy(damagePhotos.position)
    .limit(MAX_ROWS);

const listFraudRecords = (db: Db, bookingId: string) =>
  db
    .select({
      id: fraudAnalyses.id,
      analysisType: fraudAnalyses.analysisType,
      user: nameOf(people),
      riskScore: fraudAnalyses.riskScore,
      recommendation: fraudAnalyses.recommendation,
      status: fraudAnalyses.status,
      createdAt: fraudAnalyses.createdAt,
    })
    .from(fraudAnalyses)
    .innerJoin(people, eq(people.id, fraudAnalyses.userId))
    .where(eq(fraudAnalyses.bookingId, bookingId))
    .orderBy(desc(fraudAnalyses.createdAt))
    .limit(MAX_ROWS);

export type BookingRecord = Awaited<ReturnType<typeof readBookingRecord>>;

/** The parts of a booking with their own statuses. Each part of the condition uses the index of status_transitions. */
const changesOfBooking = (bookingId: string): SQL => {
  const isOf = (
    entityType: string,
    id: PgColumn,
    table: typeof lateFees | typeof damageClaims | typeof bookingExtensions,
  ) =>
    sql`(${statusTransitions.entityType} = ${entityType} and ${statusTransitions.entityId} in (
      select ${id} from ${table} where ${table.bookingId} = ${bookingId}))`;
  return sql`((${statusTransitions.entityType} = 'booking' and ${statusTransitions.entityId} = ${bookingId})
    or ${isOf("extension", bookingExtensions.id, bookingExtensions)}
    or ${isOf("late_fee", lateFees.id, lateFees)}
    or ${isOf("damage_claim", damageClaims.id, damageClaims)})`;
};

const selectChanges = (db: Db) =>
  db
    .select({
      id: statusTransitions.id,
      entityType: statusTransitions.entityType,
      field: statusTransitions.field,
      fromStatus: statusTransitions.fromStatus,
      toStatus: statusTransitions.toStatus,
      transitionType: statusTransitions.transitionType,
      reason: statusTransitions.reason,
      actor: nameOf(people),
      createdAt: statusTransitions.createdAt,
    })
    .from(statusTransitions)
    .leftJoin(people, eq(people.id, statusTransitions.actorId));

export type StatusChange = Awaited<ReturnType<typeof selectChanges>>[number];

type Query = { bookingId: string; limit: number; cursor?: string | undefined };

/** Newest first. */
export async function listStatusChanges(
  db: Db,
  admin: Viewer,
  { bookingId, limit, cursor }: Query,
): Promise<PageOf<StatusChange>> {
  const { id } = await getForAdmin(db, admin, bookingId);
  const rows = await selectChanges(db)
    .where(and(changesOfBooking(id), isAfter(cursorAfter(cursor), statusTransitions, "newest")))
    .orderBy(desc(statusTransitions.createdAt), desc(statusTransitions.id))
    .limit(limit + 1);
  return pageOf(rows, limit);
}
