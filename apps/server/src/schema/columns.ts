import { type AnyColumn, sql } from "drizzle-orm";
import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** The application generates ids (`newId`); the default is for rows inserted by hand. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`);

/** Millisecond precision, so that a value read by JavaScript equals the stored one. */
export const instant = () => timestamp({ withTimezone: true, mode: "date", precision: 3 });

/** Like `instant`, but null stands for an end that nobody knows yet. It is stored as infinity, which sorts after every instant. */
export const openEnd = customType<{ data: Date | null; driverData: string }>({
  dataType: () => "timestamp (3) with time zone",
  fromDriver: (value) => (value === "infinity" ? null : new Date(value)),
  toDriver: (value) => value?.toISOString() ?? "infinity",
});
export const NEVER = sql`'infinity'::timestamptz`;

export const createdAt = () => instant().notNull().default(sql`app_now()`);

export const cents = () => integer();

/** Check that a text column holds one of the domain's values. */
export const oneOf = (column: AnyColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
