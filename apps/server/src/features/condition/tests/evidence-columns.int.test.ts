import { CONDITION_FIELDS } from "@nexby/domain/condition/booking-condition";
import { getTableColumns, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { sqlStateOf } from "../../../platform/db/db.ts";
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
  undoing,
  withAllRights,
} from "./evidence-tampering.fixture.ts";

const rentals = useRentals();

type Rental = "claim" | "removal";
let shared: Promise<Record<Rental, string>> | undefined;

async function createRentals(): Promise<Record<Rental, string>> {
  const claim = await rentalWithClaim(rentals);
  return { claim, removal: await rentalWithRemoval(rentals) };
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
  test.each(tables)("changes any column of %s, and verification says what was changed", async (name, table) => {
    const columns = Object.keys(getTableColumns(table));
    await sharedRentals();
    const outcomes = await withAllRights(rentals.database().owner, (tx) => changeEach(tx, name, table, columns));
    expect(outcomes).toEqual(DECISIONS[name]);
  });
});

const FACTS = [...CONDITION_FIELDS, "claimCents", "claimNotes", "returnCondition"];
const namesOf = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, column]));

describe("[EVID-01] the application role", () => {
  test.each(tables)("can't change %s, except for what verification names", async (name, table) => {
    await sharedRentals();
    const decided = Object.entries(DECISIONS[name]).filter(([, decision]) => decision !== "nothing");
    const columns = decided.map(([column]) => column);
    const outcomes = await undoing(rentals.database().db, (tx) => changeEach(tx, name, table, columns));
    const expected = columns.map((column) => [column, CHANGEABLE[`${name}.${column}`] ?? "refused"]);
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });

  test("changes any fact that a booking repeats from its evidence, and verification names it", async () => {
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
