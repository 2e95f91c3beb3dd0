import { type AnyColumn, sql } from "drizzle-orm";

/** A check that a text column holds one of the values the domain names. */
export const oneOf = (column: AnyColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
