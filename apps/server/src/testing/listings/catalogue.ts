import { DrizzleQueryError, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../platform/db/db.ts";
import { useTestDatabase } from "../test-database.ts";

/**
 * A documented field as stored in the database. `column` defaults to the field's name in snake case; `default` is the
 * column's default value or function call, such as `app_now()`. Columns the database works out cannot be inserted.
 */
type Field = {
  column?: string;
  type: string;
  nullable?: true;
  default?: string | number | boolean;
  isWorkedOut?: true;
};
type Row = Record<string, unknown>;

const STATES = { check: "23514", unique: "23505", reference: "23503", exclusion: "23P01" } as const;
const NOT_NULL_STATE = "23502";

/** The documented fields of a table and the rows it must reject. */
export type TableExpectations = {
  table: string;
  /** Requirement ids for the test titles. */
  ids: string;
  fields: Record<string, Field>;
  /** An accepted row by column; each rejected row below overrides some of its columns. */
  validRow: (db: Db) => Promise<Row>;
  /** `validRow` stores the row, because the table refuses it on its own. */
  isStored?: true;
  /** Kind → constraint → label → overriding columns. Every constraint of the table must be listed. */
  refused: Partial<Record<keyof typeof STATES, Record<string, Record<string, Row>>>>;
};

/** Tests a table of the real database with plain SQL. */
export function describeTable({ table, ids, fields, validRow, isStored, refused }: TableExpectations): void {
  const database = useTestDatabase();
  const titled = (behavior: string) => `${ids} ${behavior}`.trim();
  let valid: Row = {};
  const insert = (changes: Row) => insertRow(database().db, table, { ...valid, ...changes });

  describe(`table ${table}`, () => {
    test(titled("has every documented field with its type, default and nullability"), async () => {
      expect(await readColumns(database().db, table)).toMatchObject(asColumns(fields));
    });

    test("has no untested constraint", async () => {
      const constraints = Object.values(refused).flatMap(Object.entries<Record<string, Row>>);
      const tested = constraints.filter(([, rows]) => Object.keys(rows).length > 0).map(([name]) => name);
      expect(tested).toEqual(expect.arrayContaining(await constraintsOf(database().db, table)));
    });

    describe("rows", () => {
      beforeAll(async () => {
        valid = await validRow(database().db);
        if (!isStored) await insert({});
      });

      test(titled("rejects a row without a required value"), async () => {
        for (const [column, { nullable, isWorkedOut }] of Object.entries(asColumns(fields))) {
          if (nullable || isWorkedOut) continue;
          expect(await rejectionOf(insert({ [column]: null }))).toEqual({ state: NOT_NULL_STATE, by: column });
        }
      });

      for (const [kind, constraints] of Object.entries(refused)) {
        for (const [constraint, rows] of Object.entries(constraints)) {
          test.each(Object.entries(rows))(titled(`rejects %s (${constraint})`), async (_, changes) => {
            const state = STATES[kind as keyof typeof STATES];
            expect(await rejectionOf(insert(changes))).toEqual({ state, by: constraint });
          });
        }
      }
    });
  });
}

type Column = { type: string; nullable: boolean; default: string | null; isWorkedOut: boolean };

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function asColumns(fields: Record<string, Field>): Record<string, Column> {
  const columns = Object.entries(fields).map(([name, { column, type, nullable, default: value, isWorkedOut }]) => [
    column ?? snakeCase(name),
    {
      type,
      nullable: nullable ?? false,
      default: value === undefined ? null : String(value),
      isWorkedOut: isWorkedOut ?? false,
    },
  ]);
  return Object.fromEntries(columns);
}

/** Reads the columns from the catalog and evaluates their constant defaults. */
async function readColumns(db: Db, table: string): Promise<Record<string, Column>> {
  const { rows } = await db.execute<Omit<Column, "default"> & { name: string; expression: string | null }>(sql`
    select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
      attgenerated <> '' or attidentity = 'a' as "isWorkedOut",
      case when attgenerated = '' then pg_get_expr(adbin, adrelid) end as expression
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
  const columns = rows.map(async ({ name, expression, ...column }) => [
    name,
    { ...column, default: expression && (await evaluate(db, expression, column.type)) },
  ]);
  return Object.fromEntries(await Promise.all(columns));
}

async function evaluate(db: Db, expression: string, type: string): Promise<string | null> {
  if (expression.endsWith("()")) return expression;
  const { rows } = await db.execute<{ value: string }>(sql.raw(`select (${expression})::${type}::text as value`));
  return rows[0]?.value ?? null;
}

/**
 * Names of checks, keys, references and unique indexes, which PostgreSQL lists separately. Keys that the database numbers
 * itself cannot be inserted twice.
 */
async function constraintsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype in ('c', 'u', 'p', 'f', 'x')
    union
    select relname from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and indisunique
    except
    select conname from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where conrelid = ${table}::regclass and contype = 'p' and attidentity = 'a'`);
  return rows.map(({ name }) => name);
}

export async function insertRow(db: Db, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map((name) => sql.identifier(name));
  const values = Object.values(row).map((value) => sql`${value}`);
  await db.execute(
    sql`insert into ${sql.identifier(table)} (${sql.join(columns, sql`, `)}) values (${sql.join(values, sql`, `)})`,
  );
}

/** The SQLSTATE and the violated constraint or column. */
async function rejectionOf(work: Promise<void>): Promise<{ state: unknown; by: unknown } | "accepted"> {
  try {
    await work;
    return "accepted";
  } catch (error) {
    if (!(error instanceof DrizzleQueryError) || !error.cause) throw error;
    const { code, constraint, column } = error.cause as Error & { code?: string; constraint?: string; column?: string };
    return { state: code, by: constraint ?? column };
  }
}
