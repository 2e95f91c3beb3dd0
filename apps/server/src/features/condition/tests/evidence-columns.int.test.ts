import { CONDITION_FIELDS } from "@nexby/domain/condition/booking-condition";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { sqlStateOf } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { bookings } from "../../../schema/bookings.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { DECISIONS } from "./evidence-columns.fixture.ts";
import {
  anotherValue,
  COVERED,
  findingsOf,
  identifierOf,
  rentalWithClaim,
  rentalWithRemoval,
  rentalWithReturn,
  undoing,
  withAllRights,
} from "./evidence-tampering.fixture.ts";

const rentals = useRentals();

type Rental = "claim" | "removal" | "return";
let shared: Promise<Record<Rental, string>> | undefined;

async function createRentals(): Promise<Record<Rental, string>> {
  const claim = await rentalWithClaim(rentals);
  const returned = await rentalWithReturn(rentals);
  return { claim, return: returned, removal: await rentalWithRemoval(rentals) };
}

/** The same for all tests, which undo what they change. */
const sharedRentals = () => {
  shared ??= createRentals();
  return shared;
};

type Name = keyof typeof COVERED;
/** What the application fills in once, so that verification must compare it. */
const CHANGEABLE: Record<string, string> = {
  "evidence_photos.filesRemovedAt": "1 removal_unrecorded",
  "item_marks.agreedAt": "3 agreement_changed",
};

/** The row that is changed. */
const ROWS: Record<Name | "bookings", { of: Rental; where: string }> = {
  evidence_links: { of: "claim", where: "booking_id = $ and position = 1" },
  evidence_photos: {
    of: "claim",
    where: "id = (select subject_id from evidence_links where booking_id = $ and position = 1)",
  },
  rental_photos: { of: "claim", where: "booking_id = $ and shot = 'whole'" },
  booking_condition_reports: { of: "claim", where: "booking_id = $ and notes = 'Fine'" },
  booking_report_photos: {
    of: "claim",
    where:
      "position = 1 and report_id = (select id from booking_condition_reports where booking_id = $ and notes = 'Fine')",
  },
  item_marks: { of: "claim", where: "booking_id = $" },
  condition_confirmations: { of: "claim", where: "booking_id = $" },
  damage_claims: { of: "claim", where: "booking_id = $" },
  damage_photos: { of: "claim", where: "booking_id = $ and position = 1" },
  evidence_removals: { of: "removal", where: "booking_id = $" },
  unit_returns: { of: "return", where: "booking_id = $" },
  bookings: { of: "claim", where: "id = $" },
};

type Attempt = { table: PgTable; name: Name | "bookings"; column: PgColumn };

async function changeColumn(tx: Db, { table, name, column }: Attempt): Promise<string> {
  const { of, where } = ROWS[name];
  const { [of]: id } = await sharedRentals();
  const row = sql.raw(where.replaceAll("$", `'${id}'`));
  await tx.execute(sql`savepoint before_change`);
  try {
    const changed = await tx.execute(
      sql`update ${table} set ${identifierOf(column)} = ${anotherValue(column)} where ${row}`,
    );
    expect(changed.rowCount).toBe(1);
    return (await findingsOf(tx, rentals.storage(), id)).join(", ") || "nothing";
  } catch (error) {
    // Refused by the database: no privilege, or by a trigger.
    if (sqlStateOf(error) === "42501" || sqlStateOf(error) === "23001") return "refused";
    throw error;
  } finally {
    await tx.execute(sql`rollback to savepoint before_change`);
  }
}

async function changeEach(tx: Db, name: Name | "bookings", table: PgTable, columns: readonly string[]) {
  const outcomes: Record<string, string> = {};
  for (const [field, column] of Object.entries(getTableColumns(table))) {
    if (columns.includes(field)) outcomes[field] = await changeColumn(tx, { table, name, column });
  }
  return outcomes;
}

const tables = Object.entries(COVERED) as [Name, PgTable][];

describe("[EVID-01] somebody with all rights on the database", () => {
  test.each(tables)(
    "somebody with all rights on the database changes any column of %s, and verification says what was changed",
    async (name, table) => {
      const columns = Object.keys(getTableColumns(table));
      await sharedRentals();
      const outcomes = await withAllRights(rentals.database().owner, (tx) => changeEach(tx, name, table, columns));
      expect(outcomes).toEqual(DECISIONS[name]);
    },
  );
});

/** What verification says of a rental after somebody with all rights has changed rows, which is then undone. */
async function findingsAfter(of: Rental, change: (ids: Record<Rental, string>) => SQL): Promise<string[]> {
  const ids = await sharedRentals();
  return withAllRights(rentals.database().owner, async (tx) => {
    expect((await tx.execute(change(ids))).rowCount).toBe(1);
    return findingsOf(tx, rentals.storage(), ids[of]);
  });
}

const FILES_GONE = ["1 removal_unrecorded", "1 original_missing", "1 copy_missing"];

test.each<[string, string, string[]]>([
  [
    "its setting is a period that no admin can choose",
    "evidence_removals set retention_days = 29",
    ["2 record_changed"],
  ],
  ["it was before the period was over", "evidence_removals set retention_days = 366", ["2 record_changed"]],
  [
    "it was before the money was settled",
    "evidence_removals set settled_at = created_at + interval '1 minute'",
    ["2 record_changed"],
  ],
  ["the rental ended later", "bookings set closed_at = closed_at + interval '1 day'", []],
  ["the rental isn't over", "bookings set closed_at = null", []],
])("[EVID-01] a removal wasn't due if %s, and then the files are missing", async (_, change, others) => {
  const changed = ({ removal }: Record<Rental, string>) =>
    sql`update ${sql.raw(change)} where ${removal} in (id, ${sql.raw(change.startsWith("bookings") ? "id" : "booking_id")})`;
  expect(await findingsAfter("removal", changed)).toEqual([...FILES_GONE, ...others, "2 removal_not_due"]);
});

/** Everything that the link of another booking says, at the end of the claim's chain or in place of its second link. */
const copied = (changes: SQL) => sql`select (jsonb_populate_record(link, ${changes})).* from evidence_links link`;

test("[EVID-01] a link copied from another booking is noticed, as an added one and in place of another", async () => {
  const added = await findingsAfter("claim", ({ claim, removal }) => {
    const place = sql`jsonb_build_object('id', ${newId()}::text, 'booking_id', ${claim}::text, 'position', 12)`;
    return sql`insert into evidence_links ${copied(place)} where booking_id = ${removal} and position = 1`;
  });
  expect(added).toEqual([
    ...["order_changed", "link_changed", "seal_changed", "record_missing", "timeline_missing"].map(
      (problem) => `12 ${problem}`,
    ),
  ]);
  const replaced = await findingsAfter(
    "claim",
    ({ claim, removal }) => sql`update evidence_links link set kind = other.kind, subject_id = other.subject_id,
      author_id = other.author_id, author_role = other.author_role, recorded_at = other.recorded_at,
      content_sha256 = other.content_sha256, previous_sha256 = other.previous_sha256, sha256 = other.sha256,
      key_fingerprint = other.key_fingerprint, seal = other.seal from evidence_links other
      where link.booking_id = ${claim} and link.position = 1 and other.booking_id = ${removal} and other.position = 1`,
  );
  expect(replaced).toEqual([
    ...["link_changed", "seal_changed", "record_missing", "timeline_differs"].map((problem) => `1 ${problem}`),
    "2 order_changed",
    "unlinked",
  ]);
});

const FACTS = [...CONDITION_FIELDS, "claimCents", "claimNotes", "returnCondition"];
const namesOf = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, column]));

describe("[EVID-01] the application role", () => {
  test.each(tables)("the application role can't change %s, except for what verification names", async (name, table) => {
    await sharedRentals();
    const decided = Object.entries(DECISIONS[name]).filter(([, decision]) => decision !== "nothing");
    const columns = decided.map(([column]) => column);
    const outcomes = await undoing(rentals.database().db, (tx) => changeEach(tx, name, table, columns));
    const expected = columns.map((column) => [column, CHANGEABLE[`${name}.${column}`] ?? "refused"]);
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });

  test("the application role changes any fact that a booking repeats from its evidence, and verification names it", async () => {
    await sharedRentals();
    expect(await undoing(rentals.database().db, (tx) => changeEach(tx, "bookings", bookings, FACTS))).toEqual(
      namesOf(FACTS),
    );
  });
});

test("[EVID-01] every column of bookings about a report, a confirmation or a claim is compared", () => {
  const columns = Object.keys(getTableColumns(bookings));
  expect(columns.filter((name) => /check(out|in)(At|Photos)|confirmed|signed|condition|claim/i.test(name))).toEqual(
    expect.arrayContaining(FACTS),
  );
  expect(
    columns.filter((name) => /check(out|in)(At|Photos)|confirmed|signed|condition|claim/i.test(name)),
  ).toHaveLength(FACTS.length);
});
