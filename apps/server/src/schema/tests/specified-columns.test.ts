import { describe, expect, it } from "vitest";
import { type ColumnName, columnReads } from "./column-uses/column-reads.fixture.ts";
import { columnWrites } from "./column-uses/column-writes.fixture.ts";
import { type Edit, migrations, ProductSources } from "./column-uses/product-sources.fixture.ts";
import { RowShapes } from "./column-uses/row-shapes.fixture.ts";
import { type Table, tablesOf, writtenInSql } from "./column-uses/tables.fixture.ts";
import { EXCEPTIONS, OUR_NAMES, SPECIFIED } from "./specified-columns.fixture.ts";

const columnsOf = (tables: Record<string, string>): ColumnName[] =>
  Object.entries(tables).flatMap(([table, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): ColumnName => `${table}.${OUR_NAMES[table]?.[name] ?? name}`),
  );
const columns = columnsOf(SPECIFIED);
const excepted: readonly string[] = Object.keys(EXCEPTIONS);

/** The database makes these values itself. Constant defaults don't count: they would hide a missing writer. */
const isMade = (definition = ""): boolean => /generatedAlwaysAs|default\(sql`|: (id|createdAt)\(\)/.test(definition);

const definitionOf = (tables: Map<string, Table>, name: ColumnName): string | undefined => {
  const [table = "", column = ""] = name.split(".");
  return tables.get(table)?.columns.get(column);
};

type Uses = { unknown: ColumnName[]; unwritten: ColumnName[]; unread: ColumnName[] };

function usesOf(edits: readonly Edit[] = []): Uses {
  const sources = new ProductSources(edits);
  const tables = tablesOf(sources);
  const shapes = new RowShapes(sources);
  const all = [...tables.values()];
  const written = new Set([...columnWrites(sources, shapes, all), ...writtenInSql(migrations(), all)]);
  const read = columnReads(sources, shapes, all);
  return {
    unknown: columns.filter((name) => definitionOf(tables, name) === undefined),
    unwritten: columns.filter((name) => !written.has(name) && !isMade(definitionOf(tables, name))),
    unread: columns.filter((name) => !read.has(name)),
  };
}

const uses = usesOf();
const isExpected = (name: ColumnName): boolean => !excepted.includes(name);

const BOOKINGS = "apps/server/src/features/bookings";
const CONDITION = "apps/server/src/features/condition";

/** Each line takes away what writes the column. */
const WRITERS: readonly (readonly [ColumnName, path: string, from: string, to?: string])[] = [
  [
    "pickupSchedules.specialInstructions",
    `${BOOKINGS}/planned-times.queries.ts`,
    ".set({ specialInstructions })",
    ".set({})",
  ],
  [
    "pickupSchedules.specialInstructions",
    `${BOOKINGS}/commands/plan-times.ts`,
    "specialInstructions: current?.specialInstructions ?? null,",
  ],
  ["pickupSchedules.notes", `${BOOKINGS}/commands/plan-times.ts`, 'notes: body.notes === "" ? null : body.notes,'],
  ["pickupSchedules.responseMessage", `${BOOKINGS}/commands/plan-times.ts`, ", responseMessage: message"],
  ["bookings.checkoutNotes", `${BOOKINGS}/commands/mark-handed-over.ts`, ", checkoutNotes: savedNotes ?? null"],
  ["bookings.commissionPaid", `${BOOKINGS}/lifecycle/advance-booking.ts`, ", commissionPaid: isDone"],
  ["bookings.adminNotes", `${BOOKINGS}/lifecycle/close-booking.ts`, "{ adminNotes: notes }", "{}"],
  ["bookings.conditionOutNotes", "packages/domain/src/condition/booking-condition.ts", ", conditionOutNotes: notes"],
];

/** Each line takes away what reads the column. */
const READERS: readonly (readonly [ColumnName, path: string, from: string, to?: string])[] = [
  ["bookings.meetupLocation", `${BOOKINGS}/bookings.presenter.ts`, "isShown ? booking.meetupLocation : null", "null"],
  [
    "bookings.meetupLocation",
    `${BOOKINGS}/booking-record.presenter.ts`,
    "meetupLocation: booking.meetupLocation",
    "meetupLocation: null",
  ],
  ["bookings.returnCondition", `${BOOKINGS}/bookings.presenter.ts`, "booking.returnCondition", "null"],
  ["bookings.conditionInNotes", `${CONDITION}/condition.presenter.ts`, "booking.conditionInNotes", "null"],
  ["pickupSchedules.timeFlexible", `${BOOKINGS}/bookings.presenter.ts`, "open?.timeFlexible ?? ", ""],
  ["pickupSchedules.timeFlexible", `${BOOKINGS}/booking-record.presenter.ts`, "row.timeFlexible", "false"],
  ["bookingRequests.declineReason", `${BOOKINGS}/booking-record.presenter.ts`, "request.declineReason", "null"],
  ["statusTransitions.reason", `${BOOKINGS}/booking-record.queries.ts`, "reason: statusTransitions.reason,"],
];

const inOrder = (faults: typeof WRITERS): ColumnName[] =>
  columns.filter((name, index) => columns.indexOf(name) === index && faults.some(([column]) => column === name));

describe("specified columns", () => {
  it("specified columns exist under the names of the list", () => {
    expect(uses.unknown).toEqual([]);
  });

  it("specified columns are all written by product code", () => {
    expect(uses.unwritten.filter(isExpected)).toEqual([]);
  });

  it("specified columns are all read by product code", () => {
    expect(uses.unread.filter(isExpected)).toEqual([]);
  });

  it("specified columns have exceptions only where they need one", () => {
    const needed = new Set<string>([...uses.unwritten, ...uses.unread]);
    expect(excepted.filter((name) => !needed.has(name))).toEqual([]);
  });

  it("specified columns are reported when what writes or reads them is taken away", () => {
    const without = usesOf([...WRITERS, ...READERS].map(([, path, from, to = ""]) => ({ path, from, to })));
    const added = (now: ColumnName[], before: ColumnName[]) => now.filter((name) => !before.includes(name));
    expect(added(without.unwritten, uses.unwritten)).toEqual(inOrder(WRITERS));
    expect(added(without.unread, uses.unread)).toEqual(expect.arrayContaining(inOrder(READERS)));
  });
});
