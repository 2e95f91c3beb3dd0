import type { ConditionAct } from "@nexby/domain/condition/booking-condition";
import {
  claimContent,
  confirmationContent,
  photoContent,
  type RecordRows,
  recordContent,
  reportContent,
} from "@nexby/domain/condition/evidence-contents";
import type { EvidenceAuthor, EvidenceKind, FoundSubject } from "@nexby/domain/condition/evidence-links";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import type { Booking } from "../../schema/bookings.ts";
import {
  bookingConditionReports,
  bookingReportPhotos,
  conditionConfirmations,
  evidencePhotos,
  evidenceRemovals,
  itemMarks,
  rentalPhotos,
  unitReturns,
} from "../../schema/condition.ts";
import { damageClaims, damagePhotos } from "../../schema/damage.ts";
import { IS_BY_OWNER } from "./condition.queries.ts";
import { photoUrl, sha256 } from "./evidence-files.ts";

/** Columns that follow what happens later. Verification compares the first two with other links. */
const LATER_COLUMNS = {
  evidence_photos: ["filesRemovedAt"],
  item_marks: ["agreedAt"],
  unit_returns: ["confirmedAt"],
  damage_claims: [
    "status",
    "answeredAt",
    "contestReason",
    "decidedAt",
    "decisionReason",
    "depositCents",
    "cardCents",
    "collectedCents",
    "chargeableAt",
    "paymentId",
    "chargeTries",
    "reminders",
    "payBy",
  ],
} as const;

type Row = Record<string, unknown>;

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
}

const textOf = (value: unknown) => JSON.stringify(value);
/** Whether a row repeats these facts of other rows. */
const repeats = (row: Row, facts: Row): boolean =>
  Object.entries(facts).every(([name, value]) => textOf(row[name]) === textOf(value));

/** A subject with what later checks need. */
export type EvidenceRecord = FoundSubject & {
  id: string;
  /** What it does to the booking. */
  act: ConditionAct | null;
};

type Author = { id: string | null; role: EvidenceAuthor };

type Found = {
  id: string;
  kind: EvidenceKind;
  author: Author;
  recordedAt: Date;
  rows: RecordRows;
  /** Null if the rows contradict each other, which the earlier format doesn't cover. */
  earlier: string | null;
  act?: ConditionAct;
};

const asRecord = ({ id, kind, author, recordedAt, rows, earlier, act }: Found): EvidenceRecord => ({
  id,
  kind,
  authorId: author.id,
  authorRole: author.role,
  recordedAt,
  contentSha256: sha256(recordContent(kind, rows)),
  earlierContentSha256: earlier === null ? null : sha256(earlier),
  problems: [],
  act: act ?? null,
});

const authorOf = (booking: Booking, role: EvidenceAuthor): Author => ({
  role,
  id: role === "system" ? null : role === "renter" ? booking.renterId : booking.ownerId,
});

/** One record, or all of the booking. */
type Wanted = { booking: Booking; subjectId?: string | undefined };

const wanted = ({ booking, subjectId }: Wanted, columns: { bookingId: PgColumn; id: PgColumn }) =>
  and(eq(columns.bookingId, booking.id), subjectId === undefined ? undefined : eq(columns.id, subjectId));

async function photoRecords(db: Db, of: Wanted): Promise<EvidenceRecord[]> {
  const { booking } = of;
  const stored = await db.select().from(evidencePhotos).where(wanted(of, evidencePhotos));
  const columns = { bookingId: rentalPhotos.bookingId, id: rentalPhotos.photoId };
  const shown = await db.select().from(rentalPhotos).where(wanted(of, columns)).orderBy(asc(rentalPhotos.id));
  const ids = [...new Set([...stored.map(({ id }) => id), ...shown.map(({ photoId }) => photoId)])];
  return ids.flatMap((id) => {
    const photo = stored.find((one) => one.id === id);
    const facts = shown.filter(({ photoId }) => photoId === id);
    const [first] = facts;
    const recordedAt = photo?.createdAt ?? first?.createdAt;
    if (!recordedAt) return [];
    const author = authorOf(booking, first?.userRole ?? "system");
    const isConsistent =
      facts.length === 1 &&
      photo?.uploadedBy === author.id &&
      repeats(first ?? {}, { uploadedBy: author.id, createdAt: recordedAt, photoUrl: photoUrl(booking.id, id) });
    const rows: RecordRows = [
      ["evidence_photos", photo ? [without(photo, LATER_COLUMNS.evidence_photos)] : []],
      ["rental_photos", facts],
    ];
    const earlier = photo && first && isConsistent ? photoContent({ ...photo, ...first }) : null;
    return [asRecord({ id, kind: "photo", author, recordedAt, rows, earlier })];
  });
}

async function reportRecords(db: Db, of: Wanted): Promise<EvidenceRecord[]> {
  const { booking } = of;
  const reports = await db.select().from(bookingConditionReports).where(wanted(of, bookingConditionReports));
  const ids = reports.map(({ id }) => id);
  if (ids.length === 0) return [];
  const photos = await db
    .select()
    .from(bookingReportPhotos)
    .where(inArray(bookingReportPhotos.reportId, ids))
    .orderBy(asc(bookingReportPhotos.position), asc(bookingReportPhotos.id));
  const marks = await db
    .select()
    .from(itemMarks)
    .where(inArray(itemMarks.reportId, ids))
    .orderBy(asc(itemMarks.position), asc(itemMarks.id));
  return reports.map((report) => {
    const { id, byRole, createdAt: recordedAt } = report;
    const ownPhotos = photos.filter(({ reportId }) => reportId === id);
    const ownMarks = marks.filter(({ reportId }) => reportId === id);
    const place = { itemId: booking.itemId, bookingId: booking.id, createdAt: recordedAt };
    const isConsistent =
      ownPhotos.every((photo, index) =>
        repeats(photo, { position: index + 1, url: photoUrl(booking.id, photo.photoId), createdAt: recordedAt }),
      ) && ownMarks.every((mark, index) => repeats(mark, { position: index + 1, ...place }));
    const rows: RecordRows = [
      ["booking_condition_reports", [report]],
      ["booking_report_photos", ownPhotos],
      ["item_marks", ownMarks.map((mark) => without(mark, LATER_COLUMNS.item_marks))],
    ];
    const content = { ...report, photoIds: ownPhotos.map(({ photoId }) => photoId), marks: ownMarks };
    const earlier = isConsistent ? reportContent(content) : null;
    const act: ConditionAct = { ...report, kind: "report", at: recordedAt, photoUrls: ownPhotos.map(({ url }) => url) };
    return asRecord({ id, kind: "report", author: authorOf(booking, byRole), recordedAt, rows, earlier, act });
  });
}

async function confirmationRecords(db: Db, of: Wanted): Promise<EvidenceRecord[]> {
  const confirmations = await db.select().from(conditionConfirmations).where(wanted(of, conditionConfirmations));
  return confirmations.map((confirmation) => {
    const { id, byRole, phase, headSha256, createdAt: recordedAt } = confirmation;
    return asRecord({
      id,
      kind: "confirmation",
      author: authorOf(of.booking, byRole),
      recordedAt,
      rows: [["condition_confirmations", [confirmation]]],
      earlier: confirmationContent(phase, headSha256),
      act: { kind: "confirmation", byRole, phase, at: recordedAt },
    });
  });
}

/** The owner's claim. A loss that the system claimed is nobody's evidence until the owner names its amount. */
async function claimRecords(db: Db, of: Wanted): Promise<EvidenceRecord[]> {
  const [claim] = await db
    .select()
    .from(damageClaims)
    .where(and(wanted(of, damageClaims), IS_BY_OWNER));
  if (!claim) return [];
  const photos = await db
    .select()
    .from(damagePhotos)
    .where(eq(damagePhotos.claimId, claim.id))
    .orderBy(asc(damagePhotos.position), asc(damagePhotos.id));
  const { id, damageType, severity: damageSeverity, description: damageDescription } = claim;
  const recordedAt = claim.namedAt ?? claim.createdAt;
  const author = authorOf(of.booking, "owner");
  const said = { damageType, damageSeverity, damageDescription, createdAt: recordedAt, uploadedBy: author.id };
  const isConsistent = photos.every((photo, index) => {
    const url = photoUrl(of.booking.id, photo.photoId);
    const place = { position: index + 1, bookingId: of.booking.id, userRole: "owner", stage: "return", photoUrl: url };
    return repeats(photo, { ...said, ...place });
  });
  const rows: RecordRows = [
    ["damage_claims", [without(claim, LATER_COLUMNS.damage_claims)]],
    ["damage_photos", photos],
  ];
  const earlier = isConsistent ? claimContent({ ...claim, photoIds: photos.map(({ photoId }) => photoId) }) : null;
  return [asRecord({ id, kind: "claim", author, recordedAt, rows, earlier })];
}

async function removalRecords(db: Db, of: Wanted): Promise<EvidenceRecord[]> {
  const removals = await db.select().from(evidenceRemovals).where(wanted(of, evidenceRemovals));
  return removals.map((removal) =>
    asRecord({
      id: removal.id,
      kind: "removal",
      author: authorOf(of.booking, "system"),
      recordedAt: removal.createdAt,
      rows: [["evidence_removals", [removal]]],
      earlier: null,
    }),
  );
}

/** Units that came back before the others. The owner's confirmation is in the timeline. */
async function returnRecords(db: Db, of: Wanted): Promise<EvidenceRecord[]> {
  const returns = await db.select().from(unitReturns).where(wanted(of, unitReturns));
  return returns.map((one) =>
    asRecord({
      id: one.id,
      kind: "return",
      author: authorOf(of.booking, one.byRole),
      recordedAt: one.createdAt,
      rows: [["unit_returns", [without(one, LATER_COLUMNS.unit_returns)]]],
      earlier: null,
    }),
  );
}

const LOADERS: Record<EvidenceKind, (db: Db, of: Wanted) => Promise<EvidenceRecord[]>> = {
  photo: photoRecords,
  report: reportRecords,
  confirmation: confirmationRecords,
  claim: claimRecords,
  removal: removalRecords,
  return: returnRecords,
};

/** The record as it was just stored, so that its link covers what verification will read. */
export async function findRecord(
  db: Db,
  booking: Booking,
  { kind, subjectId }: { kind: EvidenceKind; subjectId: string },
): Promise<EvidenceRecord> {
  const [record] = await LOADERS[kind](db, { booking, subjectId });
  if (!record) throw new Error(`The ${kind} was not written`);
  return record;
}

/** All records of a booking that a link must cover. */
export async function listRecords(db: Db, booking: Booking): Promise<EvidenceRecord[]> {
  const records: EvidenceRecord[] = [];
  for (const load of Object.values(LOADERS)) records.push(...(await load(db, { booking })));
  return records;
}
