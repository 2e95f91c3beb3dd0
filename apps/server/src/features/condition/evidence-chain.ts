import { type ConditionRecord, recordAfter } from "@nexby/domain/condition/booking-condition";
import { type Verification, verifyChain } from "@nexby/domain/condition/evidence-chain";
import {
  type Anchor,
  type EvidenceKind,
  type EvidenceLink,
  type EvidenceProblem,
  type FoundSubject,
  nextLink,
} from "@nexby/domain/condition/evidence-links";
import { isRemovalDue } from "@nexby/domain/condition/retention";
import { returnConditionOf } from "@nexby/domain/damage/damage-claims";
import { and, asc, eq, sql } from "drizzle-orm";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { recordAudit } from "../../platform/audit.ts";
import { type Db, SQL_STATE, sourceOf, sqlStateOf } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Booking } from "../../schema/bookings.ts";
import { evidenceLinks, evidenceRemovals, itemMarks } from "../../schema/condition.ts";
import { auditLog } from "../../schema/platform.ts";
import { rentalEvents } from "../../schema/rentals.ts";
import { findBooking, type RenterOrOwner, type StepContext } from "../bookings/public.ts";
import { readFile } from "../photos/public.ts";
import { findHead, findOwnClaim, listPhotos, listRemovedEarlier, type Photo } from "./condition.queries.ts";
import { copyKey, originalKey, sha256 } from "./evidence-files.ts";
import { type EvidenceKeys, findSealedSince, recordSealedSince } from "./evidence-keys.ts";
import { type EvidenceRecord, findRecord, listRecords } from "./evidence-records.ts";

type NewEvidence = { kind: EvidenceKind; subjectId: string };
type Author = Pick<RenterOrOwner, "id" | "role"> | { id: null; role: "system" };

const LINKED = { entityType: "booking", action: "evidence_linked" } as const;

/** The caller holds the booking's lock, so that two links never get the same position. */
export async function appendLink(
  { tx, booking, now }: Pick<StepContext, "tx" | "booking" | "now">,
  author: Author,
  keys: EvidenceKeys,
  evidence: NewEvidence,
): Promise<EvidenceLink> {
  await recordSealedSince(tx, keys);
  const { contentSha256 } = await findRecord(tx, booking, evidence);
  const { kind, subjectId } = evidence;
  const link = nextLink(
    await findHead(tx, booking.id),
    {
      id: newId(),
      bookingId: booking.id,
      kind,
      subjectId,
      authorId: author.id,
      authorRole: author.role,
      recordedAt: now,
      contentSha256,
    },
    keys.current,
    sha256,
  );
  await tx.insert(evidenceLinks).values(link);
  // A second, append-only place, so that a link that is cut off is missed.
  const { position, sha256: hash, seal } = link;
  await recordAudit(tx, {
    ...LINKED,
    actorId: author.id,
    entityId: booking.id,
    details: { position, sha256: hash, seal },
  });
  return link;
}

/** What rejects the id of another photo, report or confirmation. */
const ID_CONSTRAINTS = ["evidence_photos_pkey", "booking_condition_reports_pkey", "evidence_links_cover_once"];

function isReusedId(error: unknown): boolean {
  const source = sourceOf(error);
  if (sqlStateOf(error) !== SQL_STATE.uniqueViolation || !(source instanceof Error)) return false;
  return "constraint" in source && ID_CONSTRAINTS.includes(String(source.constraint));
}

/** Senders choose ids. One that belongs to another photo or report, perhaps of another booking, can't be used again. */
export async function refusingReusedIds<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isReusedId(error)) throw new AppError("id_reused", undefined, { cause: error });
    throw error;
  }
}

/** Written to the append-only timeline, too. */
export const anchorOf = ({ position, sha256: hash }: EvidenceLink) => ({ position, sha256: hash });

async function listAnchors(db: Db, bookingId: string): Promise<Anchor[]> {
  const onTimeline = await db
    .select({
      position: sql<number>`(${rentalEvents.metadata}->'evidence'->>'position')::int`,
      sha256: sql<string>`${rentalEvents.metadata}->'evidence'->>'sha256'`,
      seal: sql<null>`null`,
    })
    .from(rentalEvents)
    .where(and(eq(rentalEvents.bookingId, bookingId), sql`${rentalEvents.metadata} ? 'evidence'`));
  const audited = await db
    .select({
      position: sql<number>`(${auditLog.details}->>'position')::int`,
      sha256: sql<string>`${auditLog.details}->>'sha256'`,
      seal: sql<string | null>`${auditLog.details}->>'seal'`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entityType, LINKED.entityType),
        eq(auditLog.entityId, bookingId),
        eq(auditLog.action, LINKED.action),
      ),
    );
  return [...onTimeline, ...audited];
}

/** A fact of the booking that doesn't follow from the chain. */
type ChangedFact = keyof ConditionRecord | "claimCents" | "claimNotes" | "returnCondition";

export type VerifiedEvidence = Verification & {
  /** Photos whose files were removed when that was due. */
  removedIds: ReadonlySet<string>;
  changedFacts: readonly ChangedFact[];
};

type Deps = { db: Db; storage: StoragePort; keys: EvidenceKeys };

/** Reads every file and row again and recomputes all hashes and seals. */
export async function verifyEvidence({ db, storage, keys }: Deps, bookingId: string): Promise<VerifiedEvidence> {
  const booking = await findBooking(db, bookingId);
  if (!booking) throw new AppError("not_found", "Booking not found");
  const links = await db
    .select()
    .from(evidenceLinks)
    .where(eq(evidenceLinks.bookingId, booking.id))
    .orderBy(asc(evidenceLinks.position));
  const sealedSince = await findSealedSince(db, keys);
  const isLinked = (id: string) => links.some(({ subjectId }) => subjectId === id);
  const isEarlier = (at: Date) => sealedSince === "unknown_key" || (sealedSince !== null && at < sealedSince);
  // Claims filed before they were part of the chain have no link.
  const records = (await listRecords(db, booking)).filter(
    ({ id, kind, recordedAt }) => kind !== "claim" || isLinked(id) || !isEarlier(recordedAt),
  );
  const { record, agreed } = recordAfter(actsInOrder(records, links));
  const findings = [await findWrongAgreements(db, booking, agreed), await findUndueRemovals(db, booking)];
  const subjectsWith = (others: Findings) =>
    new Map<string, FoundSubject>(
      records.map((one) => [
        one.id,
        { ...one, problems: [...findings, others].flatMap((found) => found.get(one.id) ?? []) },
      ]),
    );
  const stored = { bookingId: booking.id, links, sealedSince, findKey: keys.find, sha256 };
  const anchors = await listAnchors(db, booking.id);
  const beforeFiles = verifyChain({ ...stored, anchors, subjects: subjectsWith(new Map()) });
  const provenIds = new Set(
    beforeFiles.links
      .filter(({ kind, state }) => kind === "removal" && state !== "changed")
      .map((link) => link.subjectId),
  );
  const files = await checkFiles({ db, storage }, booking, provenIds, isEarlier);
  const verified = verifyChain({ ...stored, anchors, subjects: subjectsWith(files.problems) });
  const changedFacts = [...changedConditionFacts(booking, record), ...(await changedClaimFacts(db, booking, isLinked))];
  const state = changedFacts.length > 0 ? "changed" : verified.state;
  return { ...verified, state, changedFacts, removedIds: files.removedIds };
}

type Findings = Map<string, EvidenceProblem[]>;

/** Reports and confirmations in the order of their links. Those without a link are found apart. */
function actsInOrder(records: readonly EvidenceRecord[], links: readonly EvidenceLink[]) {
  return links.flatMap(({ subjectId }) => records.find(({ id }) => id === subjectId)?.act ?? []);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function changedConditionFacts(booking: Booking, record: ConditionRecord): ChangedFact[] {
  const changed = (Object.keys(record) as (keyof ConditionRecord)[]).filter(
    (name) => !isSame(booking[name], record[name]),
  );
  // Notes of returns from before condition reports have no report.
  const isFromBefore = booking.conditionIn === null && record.conditionIn === null;
  return changed.filter((name) => name !== "conditionInNotes" || !isFromBefore);
}

/** What the booking repeats of the owner's claim. Those from before claims had a link aren't compared. */
async function changedClaimFacts(db: Db, booking: Booking, isLinked: (id: string) => boolean): Promise<ChangedFact[]> {
  const claim = await findOwnClaim(db, booking.id);
  if (!claim || !isLinked(claim.id)) return [];
  const { claimedCents, description, damageType } = claim;
  const facts = {
    claimCents: claimedCents,
    claimNotes: description,
    returnCondition: returnConditionOf(damageType),
  };
  return (Object.keys(facts) as (keyof typeof facts)[]).filter((name) => booking[name] !== facts[name]);
}

/** Marks are agreed on when the second person confirms their report. */
async function findWrongAgreements(db: Db, { id }: Booking, agreed: ReadonlyMap<string, Date>): Promise<Findings> {
  const marks = await db
    .select({ reportId: itemMarks.reportId, agreedAt: itemMarks.agreedAt })
    .from(itemMarks)
    .where(eq(itemMarks.bookingId, id));
  const wrong = marks.filter(({ reportId, agreedAt }) => !isSame(agreedAt, agreed.get(reportId) ?? null));
  return new Map(wrong.map(({ reportId }) => [reportId, ["agreement_changed"]]));
}

async function findUndueRemovals(db: Db, booking: Booking): Promise<Findings> {
  const removals = await db.select().from(evidenceRemovals).where(eq(evidenceRemovals.bookingId, booking.id));
  const undue = removals.filter(
    ({ createdAt: removedAt, ...removal }) =>
      !isRemovalDue({ ...removal, removedAt }) || !isSame(removal.endedAt, booking.closedAt ?? booking.canceledAt),
  );
  return new Map(undue.map(({ id }) => [id, ["removal_not_due"]]));
}

type IsEarlier = (at: Date) => boolean;

/** Files must be there and unchanged, except those of photos whose removal is proven. */
async function checkFiles(
  { db, storage }: { db: Db; storage: StoragePort },
  booking: Booking,
  provenIds: ReadonlySet<string>,
  isEarlier: IsEarlier,
) {
  const removals = await db.select().from(evidenceRemovals).where(eq(evidenceRemovals.bookingId, booking.id));
  const earlier = await listRemovedEarlier(db, booking);
  const problems: Findings = new Map();
  const removedIds = new Set<string>();
  // One at a time, because a booking can have many photos of 15 MB.
  for (const photo of await listPhotos(db, booking.id)) {
    const { id, filesRemovedAt } = photo;
    const removal = removals.find(({ photoId }) => photoId === id);
    const isProven =
      (removal !== undefined && provenIds.has(removal.id) && isSame(removal.createdAt, filesRemovedAt)) ||
      (filesRemovedAt !== null && isEarlier(filesRemovedAt) && earlier.has(id));
    if (isProven) removedIds.add(id);
    else {
      const marked: EvidenceProblem[] = filesRemovedAt || removal ? ["removal_unrecorded"] : [];
      problems.set(id, [...marked, ...(await problemsOfFiles(storage, photo))]);
    }
  }
  return { problems, removedIds };
}

async function problemsOfFiles(storage: StoragePort, photo: Photo): Promise<EvidenceProblem[]> {
  const original = await readFile(storage, originalKey(photo.filesKey));
  const copy = await readFile(storage, copyKey(photo.filesKey));
  return [
    ...problemOf(original, photo.originalSha256, { missing: "original_missing", changed: "original_changed" }),
    ...problemOf(copy, photo.copySha256, { missing: "copy_missing", changed: "copy_changed" }),
  ];
}

type Names = { missing: EvidenceProblem; changed: EvidenceProblem };

function problemOf(bytes: Buffer | null, expected: string, { missing, changed }: Names): EvidenceProblem[] {
  if (bytes === null) return [missing];
  return sha256(bytes) === expected ? [] : [changed];
}
