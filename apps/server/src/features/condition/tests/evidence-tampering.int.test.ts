import type { EvidenceLink } from "@nexby/domain/condition/evidence-links";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { evidenceLinks } from "../../../schema/condition.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { sha256 } from "../evidence-files.ts";
import { evidenceKeys } from "../evidence-keys.ts";
import { findingsOf, KEYS, rentalWithClaim, withAllRights } from "./evidence-tampering.fixture.ts";

const rentals = useRentals();
const { storage, database } = rentals;

let shared: Promise<string> | undefined;
/** The same for all tests, which undo what they change. */
const sharedRental = () => {
  shared ??= rentalWithClaim(rentals);
  return shared;
};

type Change = (bookingId: string) => readonly SQL[];

/** What verification finds after somebody with all rights on the database has changed rows, which is then undone. */
async function findingsAfter(change: Change, keys = KEYS): Promise<string[]> {
  const bookingId = await sharedRental();
  return withAllRights(database().owner, async (tx) => {
    for (const statement of change(bookingId)) expect((await tx.execute(statement)).rowCount).toBeGreaterThan(0);
    return findingsOf(tx, storage(), bookingId, keys);
  });
}

const ofReport = (id: string) =>
  sql`report_id = (select id from booking_condition_reports where booking_id = ${id} and notes = 'Fine')`;
/** Swaps two positions, which are unique. */
const swap = (table: string, where: SQL) =>
  [
    [1, 99],
    [2, 1],
    [99, 2],
  ].map(
    ([from, to]) => sql`update ${sql.identifier(table)} set position = ${to} where position = ${from} and ${where}`,
  );
const anchor = (id: string, position: number) => sql`action = 'evidence_linked' and entity_id = ${id}
  and (details->>'position')::int >= ${position}`;
const moved = (...positions: number[]) => positions.map((position) => `${position} order_changed`);
const PHOTO_COPY = sql`'files_key', files_key || '2'`;

describe("[EVID-01] verification", () => {
  test("the verification finds nothing in evidence that nobody changed", async () => {
    expect(await findingsAfter(() => [])).toEqual([]);
  });

  test.each<[string, Change, string[]]>([
    [
      "a missing report",
      (id) => [
        sql`delete from item_marks where ${ofReport(id)}`,
        sql`delete from booking_report_photos where ${ofReport(id)}`,
        sql`delete from booking_condition_reports where booking_id = ${id} and notes = 'Fine'`,
      ],
      ["3 record_missing"],
    ],
    [
      "a report's missing photo",
      (id) => [sql`delete from booking_report_photos where position = 2 and ${ofReport(id)}`],
      ["3 record_changed"],
    ],
    ["a report's missing mark", (id) => [sql`delete from item_marks where ${ofReport(id)}`], ["3 record_changed"]],
    [
      "a photo's missing details",
      (id) => [sql`delete from rental_photos where booking_id = ${id} and shot = 'whole'`],
      ["1 record_changed", "1 author_changed"],
    ],
    [
      "a photo's missing file names",
      (id) => [
        sql`delete from evidence_photos where id in (select photo_id from rental_photos
        where booking_id = ${id} and shot = 'whole')`,
      ],
      ["1 record_changed"],
    ],
    [
      "a missing confirmation",
      (id) => [sql`delete from condition_confirmations where booking_id = ${id}`],
      ["4 record_missing"],
    ],
    [
      "a missing claim",
      (id) => [
        sql`delete from damage_photos where booking_id = ${id}`,
        sql`delete from damage_claims where booking_id = ${id}`,
      ],
      ["11 record_missing"],
    ],
    [
      "a claim's missing photo",
      (id) => [sql`delete from damage_photos where booking_id = ${id} and position = 2`],
      ["11 record_changed"],
    ],
    [
      "a claim without its link and the link's entry in the log",
      (id) => [
        sql`delete from evidence_links where booking_id = ${id} and position = 11`,
        sql`delete from audit_log where ${anchor(id, 11)}`,
      ],
      ["unlinked"],
    ],
    [
      "a photo that is missing together with its link",
      (id) => [
        sql`delete from evidence_links where booking_id = ${id} and position = 7`,
        sql`delete from evidence_photos where id in (select photo_id from rental_photos
          where booking_id = ${id} and stage = 'during')`,
        sql`delete from rental_photos where booking_id = ${id} and stage = 'during'`,
      ],
      [...moved(8, 9, 10, 11), "7 lost"],
    ],
    [
      "an added report",
      (id) => [
        sql`insert into booking_condition_reports (id, booking_id, by_role, phase, condition)
        values (${newId()}, ${id}, 'owner', 'check_out', 'good')`,
      ],
      ["unlinked"],
    ],
    [
      "an added confirmation",
      (id) => [
        sql`insert into condition_confirmations (id, booking_id, by_role, phase, head_sha256)
        values (${newId()}, ${id}, 'renter', 'check_out', repeat('0', 64))`,
      ],
      ["unlinked"],
    ],
    [
      "an added photo",
      (id) => {
        const added = newId();
        return [
          sql`insert into evidence_photos select (jsonb_populate_record(photo, jsonb_build_object('id', ${added}::text,
            ${PHOTO_COPY}))).* from evidence_photos photo where booking_id = ${id} limit 1`,
          sql`insert into rental_photos select (jsonb_populate_record(photo, jsonb_build_object('id', ${newId()}::text,
            'photo_id', ${added}::text))).* from rental_photos photo where booking_id = ${id} limit 1`,
        ];
      },
      ["unlinked"],
    ],
    [
      "an added photo file",
      (id) => [
        sql`insert into evidence_photos select (jsonb_populate_record(photo, jsonb_build_object('id', ${newId()}::text,
            ${PHOTO_COPY}))).* from evidence_photos photo where booking_id = ${id} limit 1`,
      ],
      ["unlinked"],
    ],
    [
      "a photo's added details",
      (id) => [
        sql`insert into rental_photos select (jsonb_populate_record(photo, jsonb_build_object('id',
          ${newId()}::text))).* from rental_photos photo where booking_id = ${id} and shot = 'whole'`,
      ],
      ["1 record_changed"],
    ],
    [
      "an added mark",
      (id) => [
        sql`insert into item_marks (item_id, booking_id, report_id, position, description)
        select item_id, booking_id, report_id, 2, 'A dent' from item_marks where ${ofReport(id)}`,
      ],
      ["3 record_changed"],
    ],
    [
      "a report's added photo",
      (id) => [
        sql`insert into booking_report_photos select (jsonb_populate_record(photo, jsonb_build_object('id',
          ${newId()}::text, 'position', 3))).* from booking_report_photos photo where position = 2 and ${ofReport(id)}`,
      ],
      ["3 record_changed"],
    ],
    [
      "a claim's added photo",
      (id) => [
        sql`insert into damage_photos select (jsonb_populate_record(photo, jsonb_build_object('id', ${newId()}::text,
          'position', 3))).* from damage_photos photo where booking_id = ${id} and position = 2`,
      ],
      ["11 record_changed"],
    ],
    [
      "an added link",
      (id) => [
        sql`insert into evidence_links select (jsonb_populate_record(link, jsonb_build_object('id', ${newId()}::text,
          'position', 12))).* from evidence_links link where booking_id = ${id} and position = 11`,
      ],
      ["12 order_changed", "12 link_changed", "12 seal_changed", "12 timeline_missing"],
    ],
    [
      "an added entry of the log",
      (id) => [
        sql`insert into audit_log select (jsonb_populate_record(entry, jsonb_build_object('id', ${newId()}::text,
          'details', details || '{"position": 12}'))).* from audit_log entry
          where ${anchor(id, 11)}`,
      ],
      ["12 lost"],
    ],
    ["reordered photos of a report", (id) => swap("booking_report_photos", ofReport(id)), ["3 record_changed"]],
    ["reordered photos of a claim", (id) => swap("damage_photos", sql`booking_id = ${id}`), ["11 record_changed"]],
    [
      "reordered links",
      (id) => swap("evidence_links", sql`booking_id = ${id}`),
      [1, 2]
        .flatMap((position) =>
          ["order_changed", "link_changed", "seal_changed", "timeline_differs"].map((one) => `${position} ${one}`),
        )
        .concat(moved(3)),
    ],
    [
      "a tail cut off after the pickup, with its records",
      (id) => [sql`delete from evidence_links where booking_id = ${id} and position > 6`, ...recordsAfterPickup(id)],
      [7, 8, 9, 10, 11]
        .map((position) => `${position} lost`)
        .concat("ownerCheckinAt", "conditionIn", "conditionInNotes", "ownerCheckinPhotos"),
    ],
    [
      "a tail cut off with its records and all entries of the log, by what the booking repeats",
      (id) => [
        sql`delete from evidence_links where booking_id = ${id} and position > 6`,
        sql`delete from audit_log where ${anchor(id, 7)}`,
        sql`delete from rental_events where booking_id = ${id} and (metadata->'evidence'->>'position')::int > 6`,
        ...recordsAfterPickup(id),
      ],
      ["ownerCheckinAt", "conditionIn", "conditionInNotes", "ownerCheckinPhotos"],
    ],
    [
      "a chain without links",
      (id) => [sql`delete from evidence_links where booking_id = ${id}`],
      [
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((position) => `${position} lost`),
        ...Array.from({ length: 11 }, () => "unlinked"),
        "renterCheckoutAt",
        "ownerCheckinAt",
        "conditionOut",
        "conditionIn",
        "conditionInNotes",
        "renterCheckoutPhotos",
        "ownerCheckinPhotos",
      ],
    ],
    [
      "a link without its entries in the log",
      (id) => [sql`delete from audit_log where ${anchor(id, 11)}`],
      ["11 timeline_missing"],
    ],
    [
      "the seal of another link",
      (id) => [
        sql`update evidence_links link set seal = other.seal from evidence_links other where link.booking_id = ${id}
          and link.position = 2 and other.booking_id = ${id} and other.position = 1`,
      ],
      ["2 seal_changed", "2 timeline_differs"],
    ],
    [
      "a link whose seal was removed",
      (id) => [sql`update evidence_links set seal = null where booking_id = ${id} and position = 11`],
      ["11 seal_changed"],
    ],
    [
      "an earlier state of a booking",
      (id) => [
        sql`update bookings set owner_checkin_at = null, condition_in = null, condition_in_notes = null,
        owner_checkin_photos = '{}', claim_cents = null where id = ${id}`,
      ],
      ["ownerCheckinAt", "conditionIn", "conditionInNotes", "ownerCheckinPhotos", "claimCents"],
    ],
  ])("the verification notices %s", async (_, change, findings) => {
    expect(await findingsAfter(change)).toEqual(findings);
  });
});

function recordsAfterPickup(id: string): SQL[] {
  return [
    sql`delete from damage_photos where booking_id = ${id}`,
    sql`delete from damage_claims where booking_id = ${id}`,
    sql`delete from booking_report_photos where report_id in
      (select id from booking_condition_reports where booking_id = ${id} and phase = 'check_in')`,
    sql`delete from booking_condition_reports where booking_id = ${id} and phase = 'check_in'`,
    sql`delete from evidence_photos where id in (select photo_id from rental_photos
      where booking_id = ${id} and stage <> 'pickup')`,
    sql`delete from rental_photos where booking_id = ${id} and stage <> 'pickup'`,
  ];
}

/** Writes all links again, with valid hashes, and rewrites the entries of the log and the timeline. */
async function rewriteChain(tx: Db, bookingId: string, textOf: (link: EvidenceLink) => string, seal: string | null) {
  const links = await tx
    .select()
    .from(evidenceLinks)
    .where(eq(evidenceLinks.bookingId, bookingId))
    .orderBy(asc(evidenceLinks.position));
  await tx.execute(sql`delete from rental_events where booking_id = ${bookingId} and metadata ? 'evidence'`);
  let previousSha256 = "0".repeat(64);
  for (const link of links) {
    const hash = sha256(textOf({ ...link, previousSha256 }));
    const fingerprint = seal === null ? null : link.keyFingerprint;
    await tx.execute(sql`update evidence_links set previous_sha256 = ${previousSha256}, sha256 = ${hash}, seal = ${seal},
      key_fingerprint = ${fingerprint} where id = ${link.id}`);
    await tx.execute(sql`update audit_log set details = details || jsonb_build_object('sha256', ${hash}::text, 'seal', ${seal}::text)
      where action = 'evidence_linked' and entity_id = ${bookingId} and (details->>'position')::int = ${link.position}`);
    previousSha256 = hash;
  }
}

const placeOf = (link: EvidenceLink) => [
  ...[link.bookingId, link.position, link.kind, link.subjectId, link.authorId, link.authorRole],
  ...[link.recordedAt.toISOString(), link.contentSha256, link.previousSha256],
];
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

describe("[EVID-01] somebody without the key", () => {
  test("somebody without the key rewrites a whole chain with valid hashes, and the seals are noticed", async () => {
    const id = await sharedRental();
    const found = await withAllRights(database().owner, async (tx) => {
      const textOf = (link: EvidenceLink) =>
        JSON.stringify(["nexby-evidence-2", link.id, ...placeOf(link), link.keyFingerprint]);
      await rewriteChain(tx, id, textOf, "ab".repeat(32));
      return findingsOf(tx, storage(), id);
    });
    expect(found).toEqual(ALL.map((position) => `${position} seal_changed`));
  });

  test("somebody without the key rewrites a chain as one from before keys were used, and the missing seals are noticed", async () => {
    const id = await sharedRental();
    const found = await withAllRights(database().owner, async (tx) => {
      await rewriteChain(tx, id, (link) => JSON.stringify(["nexby-evidence-1", ...placeOf(link)]), null);
      return findingsOf(tx, storage(), id);
    });
    for (const position of ALL) expect(found).toContain(`${position} seal_missing`);
  });

  test("somebody without the key moves or removes the time since when links have seals, and sealed chains stay intact", async () => {
    const since = sql`action = 'evidence_sealed_since'`;
    expect(await findingsAfter(() => [sql`delete from audit_log where ${since}`])).toEqual([]);
    const later = sql`details || jsonb_build_object('since', '2099-01-01T00:00:00.000Z')`;
    expect(await findingsAfter(() => [sql`update audit_log set details = ${later} where ${since}`])).toEqual([]);
  });
});

describe("[EVID-01] a server", () => {
  test("a server with another secret says that it can't check the evidence, neither that it is intact nor that it was changed", async () => {
    expect(await findingsAfter(() => [], evidenceKeys("another secret", []))).toEqual(["not checkable"]);
  });

  test("a server with the evidence's secret as a former one finds it intact, and notices what was changed", async () => {
    const keys = evidenceKeys("another secret", ["a third one", "a secret that only tests know"]);
    expect(await findingsAfter(() => [], keys)).toEqual([]);
    const forged = (id: string) => [
      sql`update evidence_links set seal = repeat('0', 64) where booking_id = ${id} and position = 11`,
    ];
    expect(await findingsAfter(forged, keys)).toEqual(["11 seal_changed", "11 timeline_differs"]);
  });
});
