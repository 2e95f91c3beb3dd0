import { createHash } from "node:crypto";
import { getTableName, is, Param, Placeholder, type Query, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Db } from "./db.ts";

/** A row that has not been sent yet. What is left out has its default. */
export type Insert = { table: PgTable; row: Readonly<Record<string, unknown>> };

export const insertOf = <Table extends PgTable>(table: Table, row: Table["$inferInsert"]): Insert => ({ table, row });

/**
 * Several rows of several tables in one statement: one way to the database instead of many. They are there all or not
 * at all, and references between them are checked after the last. The statement is made once for rows of one shape, and
 * every connection keeps its plan.
 */
export async function insertBatch(db: Db, inserts: readonly Insert[]): Promise<void> {
  const shaped = inserts.map(shapeOf);
  const shape = shaped.map((one) => one.shape).join("; ");
  const run = statements.get(shape) ?? statementOf(db, shape, shaped);
  const values: unknown[] = [];
  for (const { given } of shaped) for (const [, value] of given) if (value !== null) values.push(value);
  await run(db, values);
}

const statements = new Map<string, NamedStatement>();

type Shaped = ReturnType<typeof shapeOf>;

/** Null has to be in the statement: a placeholder would be encoded, and no column encodes it. */
function shapeOf({ table, row }: Insert) {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = given.map(([key, value]) => (value === null ? `${key} null` : key));
  const shape = `${getTableName(table)}: ${columns.join(", ")}`;
  return { table, given, shape };
}

function statementOf(db: Db, shape: string, shaped: readonly Shaped[]): NamedStatement {
  let number = 0;
  const next = () => sql.placeholder(String(number++));
  const parts = shaped.map(({ table, given }, index) => {
    const row = given.map(([key, value]) => [key, value === null ? null : next()]);
    return sql`${sql.identifier(`insert_${index}`)} as ${db.insert(table).values(Object.fromEntries(row))}`;
  });
  const name = `insert_${createHash("sha1").update(shape).digest("base64url")}`;
  const statement = namedStatement(name, sql`with ${sql.join(parts, sql`, `)} select`);
  statements.set(shape, statement);
  return statement;
}

/** By the names of their placeholders, or in an order where those are numbers. */
type Values = Readonly<Record<string, unknown>> | readonly unknown[];

/** A statement whose values are told each time, on a connection or in a transaction. */
type NamedStatement = (db: Db, values: Values) => Promise<QueryResult>;

type Slot = (values: Values) => unknown;

/**
 * A statement with placeholders, put together once. Every connection keeps it by its name with its plan: for what is
 * asked all the time, putting together and planning cost more than doing it.
 */
export function namedStatement(name: string, statement: SQL): NamedStatement {
  let built: { sql: string; slots: Slot[] } | undefined;
  return (db, values) => {
    built ??= slotsOf(db.execute(statement).getQuery());
    const query = { sql: built.sql, params: built.slots.map((slot) => slot(values)) };
    return db._.session.prepareQuery(query, undefined, name, false).execute() as Promise<QueryResult>;
  };
}

const slotsOf = ({ sql, params }: Query) => ({ sql, slots: params.map(slotOf) });

function slotOf(param: unknown): Slot {
  if (is(param, Placeholder)) return (values) => namedValue(values, param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  return (values) => encoder.mapToDriverValue(namedValue(values, value.name));
}

const namedValue = (values: Values, name: string) => (values as Readonly<Record<string, unknown>>)[name];

/** Builds a query once per connection pool: planning by the query layer costs more than most of our queries. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}

const ESCAPES = /\\(?:ud[89a-f][0-9a-f]{2}|(.))/g;

/** JSON in the database cannot hold half a character, which is what cutting a text may leave. Whole ones stay. */
export function storableJson<Content extends object>(content: Content): Content {
  const text = JSON.stringify(content).replace(ESCAPES, (escaped, other) =>
    other === undefined ? "\\ufffd" : escaped,
  );
  return JSON.parse(text);
}
