import { claimDamage, confirmUnits, markReturned } from "@nexby/contract/bookings/booking-commands";
import { confirmCondition, getBookingCondition, listPhotoCodes } from "@nexby/contract/bookings/condition";
import { confirmationContent, photoContent, reportContent } from "@nexby/domain/condition/evidence-contents";
import { DAY } from "@nexby/domain/kernel/duration";
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { expect } from "vitest";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import {
  bookingConditionReports,
  bookingReportPhotos,
  conditionConfirmations,
  evidenceLinks,
  evidencePhotos,
  evidenceRemovals,
  itemMarks,
  rentalPhotos,
  unitReturns,
} from "../../../schema/condition.ts";
import { damageClaims, damagePhotos } from "../../../schema/damage.ts";
import { addPhoto, CLAIM, DAMAGE, reportWithPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { SECRET } from "../../../testing/test-app.ts";
import { digitsShown, type useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { deleteExpiredEvidence } from "../condition.jobs.ts";
import { findPhoto, findReport, type Photo, type Report } from "../condition.queries.ts";
import { verifyEvidence } from "../evidence-chain.ts";
import { sha256 } from "../evidence-files.ts";
import { evidenceKeys } from "../evidence-keys.ts";

type Rentals = ReturnType<typeof useRentals>;

const PIECES = [{ name: "Tent pole", count: 4, priceCents: 1_200 }];

/** A rental with eleven links: photos, reports, a confirmation and the owner's claim. */
export async function rentalWithClaim({ here, as, origin, reach, scheduled, receive }: Rentals): Promise<string> {
  const { owner, renter } = here();
  const terms = { pieces: PIECES, depositAmountCents: 5_000 };
  const { id: bookingId, startAt, depositStatus } = await scheduled(terms, { inDays: 1 });
  if (depositStatus === "pending") await reach(startAt, -23.9);
  const front = await addPhoto(origin(), renter, { bookingId, shot: "whole" });
  const back = await addPhoto(origin(), renter, { bookingId });
  const key = (await as(owner, listPhotoCodes, bookingId)).find(({ phase }) => phase === "check_out")?.key ?? "";
  const sent = await sendReport(origin(), renter, {
    bookingId,
    phase: "check_out",
    notes: "Fine",
    photoIds: [front.id, back.id],
    marks: [{ description: "A scratch", photoId: front.id }],
    pieces: [{ name: "Tent pole", count: 4 }],
    photoCode: digitsShown(key),
  });
  expect(sent.status).toBe(200);
  const { headSha256 } = await as(owner, getBookingCondition, bookingId);
  await as(owner, confirmCondition, bookingId, { phase: "check_out", headSha256 });
  await receive(bookingId);
  await addPhoto(origin(), renter, { bookingId, stage: "during" });
  await as(renter, markReturned, bookingId, {});
  const [seam, zip] = [
    await reportWithPhoto(origin(), owner, { bookingId, ...DAMAGE }),
    await addPhoto(origin(), owner, { bookingId, stage: "return" }),
  ];
  await as(owner, claimDamage, bookingId, { ...CLAIM, amountCents: 1_000, photoIds: [seam, zip.id] });
  return bookingId;
}

/** One of two units came back: a report of the return and the return, two links. */
export async function rentalWithReturn({ here, as, origin, inPossession }: Rentals): Promise<string> {
  const { id } = await inPossession({ quantityTotal: 2 }, { quantity: 2 });
  await sendReport(origin(), here().renter, { bookingId: id, phase: "check_in" });
  const { returns } = await as(here().renter, markReturned, id, { units: 1, unitsOut: 2, notes: "One" });
  await as(here().owner, confirmUnits, id, { returnId: returns[0]?.id ?? "" });
  return id;
}

/** A rental whose only photo was removed when that was due: two links. The clock is a year later then. */
export async function rentalWithRemoval({ here, origin, storage, database, scheduled }: Rentals): Promise<string> {
  const { id } = await scheduled({}, { inDays: 1 });
  await addPhoto(origin(), here().renter, { bookingId: id });
  const { db } = database();
  await db.execute(sql`update bookings set closed_at = app_now(), settled_at = app_now() where id = ${id}`);
  await db.execute(sql`update app_clock set offset_ms = offset_ms + ${365 * DAY}`);
  await deleteExpiredEvidence({ db, storage: storage(), keys: KEYS });
  return id;
}

/** Those of the test app. */
export const KEYS = evidenceKeys(SECRET, []);

/** Tables with rows that a chain covers, by name. */
export const COVERED = {
  evidence_links: evidenceLinks,
  evidence_photos: evidencePhotos,
  rental_photos: rentalPhotos,
  booking_condition_reports: bookingConditionReports,
  booking_report_photos: bookingReportPhotos,
  item_marks: itemMarks,
  condition_confirmations: conditionConfirmations,
  damage_claims: damageClaims,
  damage_photos: damagePhotos,
  evidence_removals: evidenceRemovals,
  unit_returns: unitReturns,
} satisfies Record<string, PgTable>;

const UNDONE = new Error("undone");

/** What the work returns, after everything it changed was undone. */
export async function undoing<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const running = db.transaction(async (tx) => {
    results.push(await work(tx));
    throw UNDONE;
  });
  await expect(running).rejects.toBe(UNDONE);
  return results[0] as T;
}

/**
 * Undoes everything afterwards. Without triggers, checks, unique and foreign keys, as somebody with all rights on the
 * database could work.
 */
export const withAllRights = <T>(owner: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  undoing(owner, async (tx) => {
    for (const name of [...Object.keys(COVERED), "audit_log", "rental_events", "bookings"]) {
      await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`);
      const { rows } = await tx.execute<{ constraint: string }>(sql`
        select conname as constraint from pg_constraint
        where conrelid = ${name}::regclass and contype in ('f', 'c', 'u')`);
      for (const { constraint } of rows) {
        await tx.execute(sql`alter table ${sql.identifier(name)} drop constraint ${sql.identifier(constraint)}`);
      }
    }
    return work(tx);
  });

/** What verification finds, in short. Nothing if everything is intact. */
export async function findingsOf(db: Db, storage: StoragePort, bookingId: string, keys = KEYS): Promise<string[]> {
  const verified = await verifyEvidence({ db, storage, keys }, bookingId);
  const { state, links, lostPositions, unlinkedIds, changedFacts } = verified;
  const found = [
    ...links.flatMap(({ position, problems }) => problems.map((problem) => `${position} ${problem}`)),
    ...lostPositions.map((position) => `${position} lost`),
    ...unlinkedIds.map(() => "unlinked"),
    ...changedFacts,
  ];
  // An intact chain with findings, or a changed one without, would be a mistake of its own.
  expect(state === "changed").toBe(found.length > 0);
  return state === "not_checkable" ? ["not checkable"] : found;
}

/** Names in the schema are camel case; the database's are snake case. */
export const identifierOf = ({ name }: PgColumn): SQL =>
  sql`${sql.identifier(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}`;

/** Another value of the column's type. */
export function anotherValue(column: PgColumn): SQL {
  const name = identifierOf(column);
  if (column.enumValues?.length) {
    const [first = "", second = ""] = column.enumValues;
    return sql`case when ${name} = ${first} then ${second} else ${first} end`;
  }
  const type = column.getSQLType();
  if (type === "uuid") return sql`gen_random_uuid()`;
  if (type === "boolean") return sql`not ${name}`;
  if (type === "integer") return sql`coalesce(${name}, 0) + 100`;
  if (type === "jsonb") return sql`'[]'::jsonb`;
  if (type === "text[]") return sql`array_append(${name}, 'other')`;
  if (type.startsWith("timestamp")) return sql`coalesce(${name}, app_now()) - interval '1 minute'`;
  return sql`coalesce(${name}, '') || '1'`;
}

/** Two photos, a report and a confirmation: four links. */
export async function withEvidence({ here, as, origin, scheduled }: Rentals, bytes?: Buffer) {
  const { owner, renter } = here();
  const { id: bookingId } = await scheduled({}, { inDays: 1 });
  const photo = await addPhoto(origin(), owner, { bookingId, ...(bytes && { bytes }) });
  await reportWithPhoto(origin(), renter, { bookingId, phase: "check_out", notes: "Fine" });
  const { headSha256 } = await as(owner, getBookingCondition, bookingId);
  await as(owner, confirmCondition, bookingId, { phase: "check_out", headSha256 });
  return { bookingId, photo };
}

/** Changes rows as someone with all rights on the database could. */
export async function tamperWith(owner: Db, table: string, statement: SQL): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await tx.execute(statement);
    await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });
}

/**
 * Writes the links up to a position as they were written before keys were used: no seals, and no entries in the audit
 * log. The timeline has always had those of reports and confirmations.
 */
export async function linkAsBefore(owner: Db, bookingId: string, last = 4): Promise<void> {
  const tables = ["evidence_links", "audit_log", "rental_events"];
  await owner.transaction(async (tx) => {
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await tx.execute(sql`delete from audit_log where action = 'evidence_linked' and entity_id = ${bookingId}
      and (details->>'position')::int <= ${last}`);
    const links = await tx
      .select()
      .from(evidenceLinks)
      .where(and(eq(evidenceLinks.bookingId, bookingId), lte(evidenceLinks.position, last)))
      .orderBy(asc(evidenceLinks.position));
    let previousSha256 = "0".repeat(64);
    for (const link of links) {
      const contentSha256 = sha256(await earlierContentOf(tx, link));
      const hash = sha256(
        JSON.stringify([
          ...["nexby-evidence-1", bookingId, link.position, link.kind, link.subjectId, link.authorId, link.authorRole],
          ...[link.recordedAt.toISOString(), contentSha256, previousSha256],
        ]),
      );
      const earlier = { contentSha256, previousSha256, sha256: hash, seal: null, keyFingerprint: null };
      await tx.update(evidenceLinks).set(earlier).where(eq(evidenceLinks.id, link.id));
      await tx.execute(sql`update rental_events
        set metadata = jsonb_set(metadata, '{evidence,sha256}', to_jsonb(${hash}::text))
        where booking_id = ${bookingId} and (metadata->'evidence'->>'position')::int = ${link.position}`);
      previousSha256 = hash;
    }
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });
}

async function earlierContentOf(tx: Db, { kind, subjectId }: typeof evidenceLinks.$inferSelect): Promise<string> {
  if (kind === "photo") return photoContent((await findPhoto(tx, subjectId)) as Photo);
  if (kind === "report") return reportContent((await findReport(tx, subjectId)) as Report);
  const { rows } = await tx.execute<{ phase: string; head: string }>(sql`
    select phase, head_sha256 as head from condition_confirmations where id = ${subjectId}`);
  return confirmationContent(rows[0]?.phase ?? "", rows[0]?.head ?? "");
}
