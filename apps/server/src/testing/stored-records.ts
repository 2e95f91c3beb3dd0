import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../platform/db/db.ts";

/** Words for ids, instants in ISO format and codes of six digits. */
export type Names = Readonly<Record<string, string>>;

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00:00|Z)/g;
const DAY = /\b\d{4}-\d\d-\d\d\b/g;
const MOMENT = /\b[A-Z][a-z]{2,8}, [A-Z][a-z]{2,8} \d{1,2}(?:, \d{4})?(?:,| at) \d{1,2}:\d\d [AP]M\b/g;
const DAYS = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:\s–\s(?:[A-Z][a-z]{2} )?\d{1,2})?\b/g;
const CODE = /\b\d{6}\b/g;
const RANDOM = /\b[0-9a-f]{64}\b|\b\d{8}\b|\b(?:pi|pm|ch|cus|seti|cs)_\w+|data:image\/[^"]+/g;

const inWords = (text: string, names: Names): string =>
  text
    .replace(UUID, (id) => names[id] ?? "an id")
    .replace(INSTANT, (instant) => names[new Date(instant).toISOString()] ?? "a time")
    .replace(DAY, "a day")
    .replace(MOMENT, "a moment")
    .replace(DAYS, "some days")
    .replace(CODE, (digits) => names[digits] ?? digits)
    .replace(RANDOM, "a value")
    .replaceAll("\n", " / ");

const lineOfObject = (entries: readonly (readonly [string, unknown])[], names: Names): string => {
  const parts = entries.map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return inWords(parts.join(", "), names);
};

/** A line for each object, with ids, instants and random values as words, so that a test can compare all of it. */
export const inLines = (objects: readonly (object | null | undefined)[], names: Names): string[] =>
  objects.map((one) => lineOfObject(Object.entries(one ?? {}), names));

const lineOf = (parts: readonly unknown[], names: Names): string =>
  parts
    .filter((part) => part !== null)
    .map((part) => inWords(typeof part === "string" ? part : JSON.stringify(part), names))
    .join(" | ");

type Rows = { table: string; where: SQL; names: Names; order?: string; except?: readonly string[] };

/** All that a table's rows hold besides their own id, oldest first: a line for each row. */
export async function storedRows(
  db: Db,
  { table, where, names, order = "created_at, id", except = [] }: Rows,
): Promise<string[]> {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) - 'id' as row from ${sql.identifier(table)} t where ${where} order by ${sql.raw(order)}`,
  );
  return rows.map(({ row }) =>
    lineOfObject(
      Object.entries(row).filter(([column, value]) => value !== null && !except.includes(column)),
      names,
    ),
  );
}

/** What a notification about a booking says besides these is about the event. */
const FACTS = ["bookingId", "to", "item", "renter", "owner", "startDate", "endDate", "timezone", "isFoodTruck"];

type Records = { bookingId: string; names: Names; about: RegExp };

/** All that is written about a part of a booking, oldest first: statuses, timeline, audit, and what the two people were told. */
export async function recordsOf(db: Db, { bookingId, names, about }: Records) {
  const linesOf = async (query: SQL) => {
    const { rows } = await db.execute<{ parts: unknown[] }>(query);
    return rows.map(({ parts }) => lineOf(parts, names)).filter((line) => about.test(line));
  };
  const ofBooking = sql`in (
    select ${bookingId}::text union all select id::text from booking_extensions where booking_id = ${bookingId}::uuid
    union all select id::text from damage_claims where booking_id = ${bookingId}::uuid
    union all select id::text from late_fees where booking_id = ${bookingId}::uuid)`;
  return {
    transitions: await linesOf(sql`
      select json_build_array(entity_type || '.' || field, coalesce(from_status, 'new') || ' to ' || to_status,
        transition_type, actor_id, reason) as parts
      from status_transitions where entity_id::text ${ofBooking} order by created_at, id`),
    timeline: await linesOf(sql`
      select json_build_array(event_type, actor_id, notes, metadata) as parts
      from rental_events where booking_id = ${bookingId} order by created_at, id`),
    audit: await linesOf(sql`
      select json_build_array(action, entity_type, actor_id, reason, details) as parts
      from audit_log where entity_id ${ofBooking} and action <> 'evidence_linked' order by created_at, id`),
    notices: await linesOf(sql`
      select json_build_array(user_id, type, kind, data - ${`{${FACTS}}`}::text[]) as parts
      from notifications where data->>'bookingId' = ${bookingId}
        and user_id in (select unnest(array[renter_id, owner_id]) from bookings where id = ${bookingId})
      order by created_at, user_id`),
  };
}
