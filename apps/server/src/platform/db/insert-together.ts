import { createHash } from "node:crypto";
import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./db.ts";
import { type NamedStatement, namedStatement } from "./named-statement.ts";

/** A row that has not been sent yet. What is left out has its default. */
export type Insert = { table: PgTable; row: Readonly<Record<string, unknown>> };

export const insertOf = <Table extends PgTable>(table: Table, row: Table["$inferInsert"]): Insert => ({ table, row });

/**
 * Several rows of several tables in one statement: one way to the database instead of many. They are there all or not
 * at all, and references between them are checked after the last. The statement is made once for rows of one shape, and
 * every connection keeps its plan.
 */
export async function insertTogether(db: Db, inserts: readonly Insert[]): Promise<void> {
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
