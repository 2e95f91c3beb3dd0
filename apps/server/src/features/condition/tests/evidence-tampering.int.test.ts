import { claimDamage, markReturned } from "@nexby/contract/bookings/booking-commands";
import { confirmCondition, getBookingCondition, listPhotoCodes } from "@nexby/contract/bookings/condition";
import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { addPhoto, CLAIM, DAMAGE, reportWithPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { digitsShown, useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { verifyEvidence } from "../evidence-chain.ts";

const { here, as, origin, storage, database, reach, scheduled, receive } = useRentals();

const PIECES = [{ name: "Tent pole", count: 4, priceCents: 1_200 }];

/** A rental with eleven links: photos, reports, a confirmation and the owner's claim. */
async function rentalWithClaim() {
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

let shared: Promise<string> | undefined;
/** The same for all tests, which undo what they change. */
const sharedRental = () => {
  shared ??= rentalWithClaim();
  return shared;
};

const TABLES = [
  "evidence_links",
  "evidence_photos",
  "rental_photos",
  "booking_condition_reports",
  "booking_report_photos",
  "item_marks",
  "condition_confirmations",
  "damage_claims",
  "damage_photos",
];

const UNDONE = new Error("undone");

/** What verification finds after somebody with all rights on the database has changed rows, which is then undone. */
async function findingsAfter(change: (bookingId: string) => readonly SQL[]) {
  const bookingId = await sharedRental();
  const findings: object[] = [];
  const changing = database().owner.transaction(async (tx) => {
    for (const table of TABLES) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const statement of change(bookingId)) expect((await tx.execute(statement)).rowCount).toBeGreaterThan(0);
    const { isIntact, links, lostPositions, unlinkedIds } = await verifyEvidence(
      { db: tx, storage: storage() },
      bookingId,
    );
    const problems = links.flatMap((link) => link.problems.map((problem) => `${link.position} ${problem}`));
    findings.push({ isIntact, problems, lostPositions, unlinked: unlinkedIds.length });
    throw UNDONE;
  });
  await expect(changing).rejects.toBe(UNDONE);
  return findings[0];
}

const found = (problems: readonly string[], others: object = {}) => ({
  isIntact: false,
  problems,
  lostPositions: [],
  unlinked: 0,
  ...others,
});

/** The rows of the first photo, of the report about it, and of its link. */
const WHERE = {
  evidence_photos:
    "id = (select subject_id from evidence_links l where l.booking_id = evidence_photos.booking_id and position = 1)",
  rental_photos: "shot = 'whole'",
  booking_condition_reports: "notes = 'Fine'",
  item_marks: "description = 'A scratch'",
  condition_confirmations: "phase = 'check_out'",
  damage_claims: "true",
  evidence_links: "position = 1",
};

test("[EVID-01] nothing is found in evidence that nobody changed", async () => {
  expect(await findingsAfter(() => [])).toEqual({ isIntact: true, problems: [], lostPositions: [], unlinked: 0 });
});

test.each<[keyof typeof WHERE, string, string[]]>([
  ["evidence_photos", "original_sha256 = copy_sha256", ["1 record_changed", "1 original_changed"]],
  ["evidence_photos", "copy_sha256 = original_sha256", ["1 record_changed", "1 copy_changed"]],
  ["rental_photos", "stage = 'return'", ["1 record_changed"]],
  ["rental_photos", "shot = null", ["1 record_changed"]],
  ["rental_photos", "filename = 'other.jpg'", ["1 record_changed"]],
  ["rental_photos", "file_size = file_size + 1", ["1 record_changed"]],
  ["rental_photos", "mime_type = 'image/png'", ["1 record_changed"]],
  ["booking_condition_reports", "phase = 'check_in'", ["3 record_changed"]],
  ["booking_condition_reports", "condition = 'other'", ["3 record_changed"]],
  ["booking_condition_reports", "notes = 'Broken'", ["3 record_changed"]],
  ["booking_condition_reports", "notes = null", ["3 record_changed"]],
  ["booking_condition_reports", "pieces = jsonb_set(pieces, '{0,count}', '3')", ["3 record_changed"]],
  ["booking_condition_reports", "pieces = jsonb_set(pieces, '{0,name}', '\"Peg\"')", ["3 record_changed"]],
  ["booking_condition_reports", "pieces = null", ["3 record_changed"]],
  ["booking_condition_reports", "photo_code = 'other'", ["3 record_changed"]],
  [
    "booking_condition_reports",
    "photo_code_shown_at = photo_code_shown_at - interval '1 minute'",
    ["3 record_changed"],
  ],
  ["booking_condition_reports", "photo_code = null, photo_code_shown_at = null", ["3 record_changed"]],
  ["item_marks", "description = 'A dent'", ["3 record_changed"]],
  ["item_marks", "photo_id = null", ["3 record_changed"]],
  ["condition_confirmations", "phase = 'check_in'", ["4 record_changed"]],
  ["condition_confirmations", "head_sha256 = repeat('0', 64)", ["4 record_changed"]],
  ["damage_claims", "damage_type = 'dirty'", ["11 record_changed"]],
  ["damage_claims", "severity = 'low'", ["11 record_changed"]],
  ["damage_claims", "description = 'Worse'", ["11 record_changed"]],
  ["damage_claims", "claimed_cents = 2000", ["11 record_changed"]],
  ["damage_claims", "filed_by = 'system'", ["11 record_missing"]],
  ["evidence_links", "kind = 'report'", ["1 link_changed"]],
  ["evidence_links", "author_id = (select owner_id from bookings where id = booking_id)", ["1 link_changed"]],
  ["evidence_links", "author_role = 'owner'", ["1 link_changed"]],
  ["evidence_links", "recorded_at = recorded_at - interval '1 minute'", ["1 link_changed"]],
  ["evidence_links", "content_sha256 = repeat('0', 64)", ["1 link_changed", "1 record_changed"]],
  ["evidence_links", "previous_sha256 = repeat('1', 64)", ["1 order_changed", "1 link_changed"]],
  ["evidence_links", "sha256 = repeat('0', 64)", ["1 link_changed", "2 order_changed"]],
])("[EVID-01] verification notices a changed row: %s set %s", async (table, assignment, problems) => {
  const change = (id: string) => [
    sql.raw(`update ${table} set ${assignment} where booking_id = '${id}' and ${WHERE[table]}`),
  ];
  expect(await findingsAfter(change)).toEqual(found(problems));
});

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

test.each<[string, (bookingId: string) => readonly SQL[], object]>([
  [
    "a missing report",
    (id) => [
      sql`delete from item_marks where ${ofReport(id)}`,
      sql`delete from booking_report_photos where ${ofReport(id)}`,
      sql`delete from booking_condition_reports where booking_id = ${id} and notes = 'Fine'`,
    ],
    found(["3 record_missing"]),
  ],
  [
    "a report's missing photo",
    (id) => [sql`delete from booking_report_photos where position = 2 and ${ofReport(id)}`],
    found(["3 record_changed"]),
  ],
  ["a report's missing mark", (id) => [sql`delete from item_marks where ${ofReport(id)}`], found(["3 record_changed"])],
  [
    "a missing photo",
    (id) => [sql`delete from rental_photos where booking_id = ${id} and shot = 'whole'`],
    found(["1 record_missing"]),
  ],
  [
    "a missing confirmation",
    (id) => [sql`delete from condition_confirmations where booking_id = ${id}`],
    found(["4 record_missing"]),
  ],
  [
    "a missing claim",
    (id) => [
      sql`delete from damage_photos where booking_id = ${id}`,
      sql`delete from damage_claims where booking_id = ${id}`,
    ],
    found(["11 record_missing"]),
  ],
  [
    "a claim's missing photo",
    (id) => [sql`delete from damage_photos where booking_id = ${id} and position = 2`],
    found(["11 record_changed"]),
  ],
  [
    "a photo that is missing together with its link",
    (id) => [
      sql`delete from evidence_links where booking_id = ${id} and position = 7`,
      sql`delete from rental_photos where booking_id = ${id} and stage = 'during'`,
    ],
    found(
      ["8", "9", "10", "11"].map((position) => `${position} order_changed`),
      { lostPositions: [7] },
    ),
  ],
  [
    "an added report",
    (id) => [
      sql`insert into booking_condition_reports (id, booking_id, by_role, phase, condition)
        values (${newId()}, ${id}, 'owner', 'check_out', 'good')`,
    ],
    found([], { unlinked: 1 }),
  ],
  [
    "an added confirmation",
    (id) => [
      sql`insert into condition_confirmations (id, booking_id, by_role, phase, head_sha256)
        values (${newId()}, ${id}, 'renter', 'check_out', repeat('0', 64))`,
    ],
    found([], { unlinked: 1 }),
  ],
  [
    "an added photo",
    (id) => {
      const added = newId();
      return [
        sql`insert into evidence_photos select (jsonb_populate_record(photo, jsonb_build_object('id', ${added}::text,
            'files_key', files_key || '2'))).* from evidence_photos photo where booking_id = ${id} limit 1`,
        sql`insert into rental_photos select (jsonb_populate_record(photo, jsonb_build_object('id', ${newId()}::text,
            'photo_id', ${added}::text))).* from rental_photos photo where booking_id = ${id} limit 1`,
      ];
    },
    found([], { unlinked: 1 }),
  ],
  [
    "an added mark",
    (id) => [
      sql`insert into item_marks (item_id, booking_id, report_id, position, description)
        select item_id, booking_id, report_id, 2, 'A dent' from item_marks where ${ofReport(id)}`,
    ],
    found(["3 record_changed"]),
  ],
  ["reordered photos of a report", (id) => swap("booking_report_photos", ofReport(id)), found(["3 record_changed"])],
  ["reordered photos of a claim", (id) => swap("damage_photos", sql`booking_id = ${id}`), found(["11 record_changed"])],
  [
    "reordered links",
    (id) => swap("evidence_links", sql`booking_id = ${id}`),
    found(["1 order_changed", "1 link_changed", "2 order_changed", "2 link_changed", "3 order_changed"]),
  ],
  [
    "a tail cut off after the pickup, with its records",
    (id) => [
      sql`delete from evidence_links where booking_id = ${id} and position > 6`,
      sql`delete from damage_photos where booking_id = ${id}`,
      sql`delete from damage_claims where booking_id = ${id}`,
      sql`delete from booking_report_photos where report_id in
        (select id from booking_condition_reports where booking_id = ${id} and phase = 'check_in')`,
      sql`delete from booking_condition_reports where booking_id = ${id} and phase = 'check_in'`,
      sql`delete from rental_photos where booking_id = ${id} and stage <> 'pickup'`,
    ],
    found([], { lostPositions: [7, 9] }),
  ],
  [
    "a chain without links",
    (id) => [sql`delete from evidence_links where booking_id = ${id}`],
    found([], { lostPositions: [3, 4, 6, 7, 9], unlinked: 10 }),
  ],
])("[EVID-01] verification notices %s", async (_, change, findings) => {
  expect(await findingsAfter(change)).toEqual(findings);
});
