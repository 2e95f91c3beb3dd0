import { createHash } from "node:crypto";
import { getTableName, is, Param, Placeholder, type Query, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable, SelectedFieldsOrdered } from "drizzle-orm/pg-core";
import * as drizzleUtils from "drizzle-orm/utils";
import type { QueryResult } from "pg";
import type { Db } from "./db.ts";

/** A row to insert. Omitted columns get their default. */
export type Insert = { table: PgTable; row: Readonly<Record<string, unknown>> };

export const insertOf = <Table extends PgTable>(table: Table, row: Table["$inferInsert"]): Insert => ({ table, row });

/**
 * Inserts rows of several tables in one atomic round trip; foreign keys between them are checked after the last row.
 * The statement is built once per row shape, and every connection keeps its plan.
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

/** Null is written into the statement: a column would encode a placeholder's value, and none can encode null. */
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

/** Keyed by placeholder name, or an array if the placeholders are numbers. */
type Values = Readonly<Record<string, unknown>> | readonly unknown[];

/** Runs the statement with these values, on a pool or in a transaction. */
type NamedStatement = (db: Db, values: Values) => Promise<QueryResult>;

type Slot = (values: Values) => unknown;

/**
 * Builds a statement with placeholders once, and every connection keeps its plan under `name`. For frequent queries,
 * building and planning cost more than running them.
 */
export function namedStatement(name: string, statement: SQL): NamedStatement {
  let built: { sql: string; slots: Slot[] } | undefined;
  return (db, values) => {
    built ??= slotsOf(db.execute(statement).getQuery());
    const query = { sql: built.sql, params: built.slots.map((slot) => slot(values)) };
    return db._.session.prepareQuery(query, undefined, name, false).execute() as Promise<QueryResult>;
  };
}

type Select<Rows> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> } };

/**
 * Like `namedStatement`, for a select whose rows drizzle maps. Unlike `prepared` it is built once for all transactions.
 */
export function namedSelect<Rows>(
  name: string,
  build: (db: Db) => Select<Rows>,
): (db: Db, values: Record<string, unknown>) => Promise<Rows> {
  let built: MappedQuery | undefined;
  return (db, values) => {
    built ??= mappedQueryOf(build(db).prepare(name));
    const { query, fields, joinsNotNullableMap } = built;
    const bound = db._.session.prepareQuery(query, fields, name, true);
    Object.assign(bound, { joinsNotNullableMap });
    return bound.execute(values) as Promise<Rows>;
  };
}

type Selects<Sets> = { [Name in keyof Sets]: (db: Db) => Select<Sets[Name]> & SQLWrapper };

/** Like `namedSelect`, for several selects in one round trip. All of them see the database at the same moment. */
export function namedSelects<Sets extends Record<string, readonly unknown[]>>(
  name: string,
  builds: Selects<Sets>,
): (db: Db, values: Record<string, unknown>) => Promise<Sets> {
  let built: { run: NamedStatement; mappings: [string, MappedQuery][] } | undefined;
  return async (db, values) => {
    built ??= combine(db, name, builds);
    const { rows } = await built.run(db, values);
    const sets = built.mappings.map(([set, { fields, joinsNotNullableMap }]) => {
      const given = rows[0][set] as unknown[][];
      return [set, given.map((row) => mapResultRow(fields, row, joinsNotNullableMap))];
    });
    return Object.fromEntries(sets);
  };
}

/** Each select becomes one column: its rows as JSON arrays, in the order of its fields. */
function combine<Sets>(db: Db, name: string, builds: Selects<Sets>) {
  const names = Object.keys(builds) as (keyof Sets & string)[];
  const mappings = names.map((set): [string, MappedQuery] => [set, mappedQueryOf(builds[set](db).prepare(name))]);
  const columns = mappings.map(([set, { fields }], index) => {
    const parts = sql.raw(fields.map((_, position) => `c${position}`).join(", "));
    const rows = sql`select coalesce(json_agg(json_build_array(${parts})), '[]') from ${builds[names[index]](db)} q(${parts})`;
    return sql`(${rows}) as ${sql.identifier(set)}`;
  });
  return { run: namedStatement(name, sql`select ${sql.join(columns, sql`, `)}`), mappings };
}

type MapRow = (fields: SelectedFieldsOrdered, row: unknown[], joins: Record<string, boolean>) => unknown;

/** Drizzle exports the function without declaring it. */
const { mapResultRow } = drizzleUtils as unknown as { mapResultRow: MapRow };

type MappedQuery = { query: Query; fields: SelectedFieldsOrdered; joinsNotNullableMap: Record<string, boolean> };

/** Drizzle stores the row mapping on its prepared query without declaring it. */
function mappedQueryOf(statement: object): MappedQuery {
  const { fields, joinsNotNullableMap, getQuery } = statement as MappedQuery & { getQuery(): Query };
  return { query: getQuery.call(statement), fields, joinsNotNullableMap };
}

const slotsOf = ({ sql, params }: Query) => ({ sql, slots: params.map(slotOf) });

function slotOf(param: unknown): Slot {
  if (is(param, Placeholder)) return (values) => namedValue(values, param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  return (values) => encoder.mapToDriverValue(namedValue(values, value.name));
}

const namedValue = (values: Values, name: string) => (values as Readonly<Record<string, unknown>>)[name];

/** Builds a query once per connection pool, because building it costs more than running most of our queries. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    const existing = built.get(db);
    if (existing) return existing;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}

/** All rows as one JSON value: decoding a hundred small rows one by one takes longer than most of our queries. */
export const listOf = <Row extends readonly unknown[]>(...columns: SQLWrapper[]): SQL<Row[]> =>
  sql<Row[]>`coalesce(json_agg(json_build_array(${sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  )})), '[]')`;

export type Listed<Row> = { list: Row[] }[];

export const rowsOf = <Row>([value]: Listed<Row>): Row[] => value?.list ?? [];

const ESCAPES = /\\(?:ud[89a-f][0-9a-f]{2}|(.))/g;

/** Replaces lone surrogates, which truncating a text can leave behind and jsonb cannot store. */
export function storableJson<Content extends object>(content: Content): Content {
  const text = JSON.stringify(content).replace(ESCAPES, (escaped, other) =>
    other === undefined ? "\\ufffd" : escaped,
  );
  return JSON.parse(text);
}
