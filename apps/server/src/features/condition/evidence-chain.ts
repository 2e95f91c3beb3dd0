import {
  type Anchor,
  claimContent,
  confirmationContent,
  type EvidenceKind,
  type EvidenceLink,
  type EvidenceProblem,
  type FoundSubject,
  nextLink,
  photoContent,
  reportContent,
  type Verification,
  verifyChain,
} from "@nexby/domain/condition/evidence-chain";
import { and, asc, eq, sql } from "drizzle-orm";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { type Db, SQL_STATE, sourceOf, sqlStateOf } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { evidenceLinks } from "../../schema/condition.ts";
import { rentalEvents } from "../../schema/rentals.ts";
import type { RenterOrOwner, StepContext } from "../bookings/public.ts";
import {
  findHead,
  findOwnClaim,
  listConfirmations,
  listPhotos,
  listRemovedPhotos,
  listReports,
  type Photo,
} from "./condition.queries.ts";
import { copyKey, originalKey, readFile, sha256 } from "./evidence-files.ts";

type NewEvidence = { kind: EvidenceKind; subjectId: string; content: string };

/** The caller holds the booking's lock, so that two links never get the same position. */
export async function appendLink(
  { tx, booking, now }: Pick<StepContext, "tx" | "booking" | "now">,
  author: RenterOrOwner,
  { kind, subjectId, content }: NewEvidence,
): Promise<EvidenceLink> {
  const link = nextLink(
    await findHead(tx, booking.id),
    {
      bookingId: booking.id,
      kind,
      subjectId,
      authorId: author.id,
      authorRole: author.role,
      recordedAt: now,
      contentSha256: sha256(content),
    },
    sha256,
  );
  await tx.insert(evidenceLinks).values({ id: newId(), ...link });
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

/** Written to the append-only timeline, so that a chain that is rewritten as a whole differs from it. */
export const anchorOf = ({ position, sha256: hash }: EvidenceLink) => ({ position, sha256: hash });

async function listAnchors(db: Db, bookingId: string): Promise<Anchor[]> {
  const rows = await db
    .select({
      position: sql<number>`(${rentalEvents.metadata}->'evidence'->>'position')::int`,
      sha256: sql<string>`${rentalEvents.metadata}->'evidence'->>'sha256'`,
    })
    .from(rentalEvents)
    .where(and(eq(rentalEvents.bookingId, bookingId), sql`${rentalEvents.metadata} ? 'evidence'`));
  return rows;
}

/** Reads every file and row again and recomputes all hashes. */
export async function verifyEvidence(
  { db, storage }: { db: Db; storage: StoragePort },
  bookingId: string,
): Promise<Verification & { removedIds: ReadonlySet<string> }> {
  const links = await db
    .select()
    .from(evidenceLinks)
    .where(eq(evidenceLinks.bookingId, bookingId))
    .orderBy(asc(evidenceLinks.position));
  const photos = await listPhotos(db, bookingId);
  const removedIds = await listRemovedPhotos(db, bookingId);
  const subjects = new Map<string, FoundSubject>();
  // One after the other: a booking can have many photos of 15 MB.
  for (const photo of photos) {
    const problems = removedIds.has(photo.id) ? [] : await problemsOfFiles(storage, photo);
    subjects.set(photo.id, { contentSha256: sha256(photoContent(photo)), problems });
  }
  for (const report of await listReports(db, bookingId)) {
    subjects.set(report.id, { contentSha256: sha256(reportContent(report)), problems: [] });
  }
  for (const { id, phase, headSha256 } of await listConfirmations(db, bookingId)) {
    subjects.set(id, { contentSha256: sha256(confirmationContent(phase, headSha256)), problems: [] });
  }
  const claim = await findOwnClaim(db, bookingId);
  // Claims filed before they were part of the chain have no link.
  if (claim && links.some(({ subjectId }) => subjectId === claim.id)) {
    subjects.set(claim.id, { contentSha256: sha256(claimContent(claim)), problems: [] });
  }
  const anchors = await listAnchors(db, bookingId);
  return { ...verifyChain({ bookingId, links, subjects, anchors }, sha256), removedIds };
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
