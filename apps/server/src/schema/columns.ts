import { type AnyColumn, sql } from "drizzle-orm";
import { integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** The application makes ids (`newId`); the default serves rows written by hand. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`);

/** An instant. Precision of a millisecond, so that a value read by JavaScript equals the one stored. */
export const instant = () => timestamp({ withTimezone: true, mode: "date", precision: 3 });

export const createdAt = () => instant().notNull().default(sql`app_now()`);

/** Money, always whole cents. */
export const cents = () => integer();

/** A check that a text column holds one of the values the domain names. */
export const oneOf = (column: AnyColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
