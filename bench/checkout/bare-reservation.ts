import type pg from "pg";

/** The rows a checkout writes. `own` lists the columns that differ per booking; the rest is copied from the pattern. */
const ROWS: Record<string, { of: string; own: Record<string, string> }> = {
  bookings: {
    of: "id = pattern",
    own: {
      id: "booking",
      item_id: "item",
      renter_id: "renter",
      start_at: "start_at + ahead",
      end_at: "end_at + ahead",
    },
  },
  booking_requests: {
    of: "booking_id = pattern",
    own: {
      id: "gen_random_uuid()",
      booking_id: "booking",
      item_id: "item",
      renter_id: "renter",
      checkout_session_id: "gen_random_uuid()",
    },
  },
  payments: {
    of: "booking_id = pattern",
    own: { id: "payment", booking_id: "booking", payer_id: "renter", provider_payment_id: "null" },
  },
  payment_operations: {
    of: "payment_id = (select id from payments where booking_id = pattern)",
    own: { id: "gen_random_uuid()", payment_id: "payment", idempotency_key: "gen_random_uuid()::text" },
  },
  inventory_holds: {
    of: "booking_id = pattern",
    own: {
      id: "gen_random_uuid()",
      booking_id: "booking",
      listing_id: "item",
      renter_user_id: "renter",
      start_time: "start_time + ahead",
      end_time: "end_time + ahead",
    },
  },
  scheduled_jobs: {
    of: "entity_id in (pattern, (select id::text from payments where booking_id = pattern))",
    own: { id: "gen_random_uuid()", entity_id: "booking::text", dedupe_key: "gen_random_uuid()::text" },
  },
  status_transitions: { of: "entity_id = pattern", own: { id: "gen_random_uuid()", entity_id: "booking" } },
  conversations: {
    of: "booking_id = pattern",
    own: { id: "gen_random_uuid()", booking_id: "booking", item_id: "item", renter_id: "renter" },
  },
  realtime_events: {
    of: "audience = (select 'item:' || item_id from bookings where id = pattern)",
    own: { audience: "'item:' || item" },
  },
  rental_events: { of: "booking_id = pattern", own: { id: "gen_random_uuid()", booking_id: "booking" } },
};

/**
 * The baseline: one stored function that checks and reserves the units through the same guard and writes the same rows
 * as a checkout, copied from an existing one.
 */
export async function createBareReservation(client: pg.Pool, pattern: string): Promise<void> {
  const statements: string[] = [];
  for (const [table, { of, own }] of Object.entries(ROWS)) {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => own[name] ?? name);
    // Copied to its own table, so that looking it up among all other rows is not part of the measurement.
    await client.query(
      `create table pattern_of_${table} as select * from ${table} where ${of.replaceAll("pattern", `'${pattern}'`)}`,
    );
    statements.push(`insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from pattern_of_${table};`);
  }
  await client.query(`
    create or replace function bare_reservation(item uuid, renter uuid, ahead interval) returns uuid
    language plpgsql as $$
    #variable_conflict use_column
    declare booking uuid := gen_random_uuid(); payment uuid := gen_random_uuid();
    begin
      ${statements.join("\n      ")}
      return booking;
    end $$`);
}
