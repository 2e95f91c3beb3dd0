import { is, Param, Placeholder, type Query, type SQL } from "drizzle-orm";
import type { QueryResult } from "pg";
import type { Db } from "./db.ts";

/** By the names of their placeholders, or in an order where those are numbers. */
type Values = Readonly<Record<string, unknown>> | readonly unknown[];

/** A statement whose values are told each time, on a connection or in a transaction. */
export type NamedStatement = (db: Db, values: Values) => Promise<QueryResult>;

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
