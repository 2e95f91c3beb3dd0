import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { afterAll, describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { projectRoot } from "../../../platform/config.ts";
import type { Db } from "../../../platform/db/db.ts";
import { applyMigrations, withSetupLock } from "../../../platform/db/migrate.ts";
import { newId } from "../../../platform/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { lockBooking } from "../../bookings/public.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { appendLink } from "../evidence-chain.ts";
import { recordSealedSince } from "../evidence-keys.ts";
import { findingsOf, KEYS, linkAsBefore, withAllRights, withEvidence } from "./evidence-tampering.fixture.ts";

const rentals = useRentals();
const { database, storage } = rentals;
const MIGRATIONS = join(projectRoot, "apps/server/migrations");
const BEFORE_SEALS = 23;

/** Migrates only to the version before seals. */
async function migrateToEarlier(ownerUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "nexby-test-migrations-"));
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const file = join(folder, "meta/_journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, BEFORE_SEALS) }));
    await withSetupLock(ownerUrl, (client) => migrate(drizzle(client), { migrationsFolder: folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const COPIED = [
  ...["bookings", "evidence_photos", "rental_photos", "booking_condition_reports", "booking_report_photos"],
  ...["item_marks", "condition_confirmations", "evidence_links", "rental_events"],
];

/** Copies the rows into tables of the earlier shape, without those that they refer to. */
async function copyRows(from: Db, to: Db): Promise<void> {
  await to.transaction(async (tx) => {
    for (const name of COPIED) {
      const table = sql.identifier(name);
      await tx.execute(sql`alter table ${table} disable trigger user`);
      const { rows: keys } = await tx.execute<{ key: string }>(sql`
        select conname as key from pg_constraint where conrelid = ${name}::regclass and contype = 'f'`);
      for (const { key } of keys) await tx.execute(sql`alter table ${table} drop constraint ${sql.identifier(key)}`);
      const { rows: columns } = await tx.execute<{ names: string }>(sql`
        select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
        where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER'`);
      const names = sql.raw(columns[0]?.names ?? "");
      const { rows } = await from.execute<{ all: unknown }>(sql`
        select coalesce(jsonb_agg(to_jsonb(one)), '[]') as all from ${table} one`);
      await tx.execute(sql`insert into ${table} (${names}) select ${names}
        from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows[0]?.all)}::jsonb)`);
      await tx.execute(sql`alter table ${table} enable trigger user`);
    }
    const { rows } = await from.execute<{ ms: string }>(sql`select offset_ms as ms from app_clock`);
    await tx.execute(sql`update app_clock set offset_ms = ${rows[0]?.ms}`);
  });
}

let migrated: Promise<{ earlier: TestDatabase; bookingId: string }> | undefined;
afterAll(async () => (await migrated)?.earlier.close());

/** A database with a chain from before seals, migrated, on which a server has started. */
async function createMigrated() {
  const { bookingId } = await withEvidence(rentals);
  await linkAsBefore(database().owner, bookingId);
  const earlier = await createTestDatabase({ isEmpty: true });
  await migrateToEarlier(earlier.ownerUrl);
  await copyRows(database().owner, earlier.owner);
  await withSetupLock(earlier.ownerUrl, applyMigrations);
  await recordSealedSince(earlier.owner, KEYS);
  return { earlier, bookingId };
}

/** The same for all tests, which undo what they change. */
const sharedDatabase = () => {
  migrated ??= createMigrated();
  return migrated;
};

/** What verification finds after somebody with all rights has changed something, which is then undone. */
async function findingsAfter(change: (tx: Db, bookingId: string) => Promise<void>): Promise<string[]> {
  const { earlier, bookingId } = await sharedDatabase();
  return withAllRights(earlier.owner, async (tx) => {
    await change(tx, bookingId);
    return findingsOf(tx, storage(), bookingId);
  });
}

const FIRST = "select subject_id from evidence_links where position = 1";

/** The renter confirms the condition, too: a link with a seal. */
async function appendConfirmation(tx: Db, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (!booking) throw new Error("The booking was not copied");
  const [id, now] = [newId(), await readClock(tx)];
  await tx.execute(sql`insert into condition_confirmations (id, booking_id, by_role, phase, head_sha256, created_at)
    select ${id}, ${bookingId}, 'renter', 'check_out', sha256, ${now.toISOString()} from evidence_links
    where booking_id = ${bookingId} and position = 4`);
  await tx.execute(sql`update bookings set renter_confirmed_out_at = ${now.toISOString()} where id = ${bookingId}`);
  const author = { id: booking.renterId, role: "renter" } as const;
  await appendLink({ tx, booking, now }, author, KEYS, { kind: "confirmation", subjectId: id });
}

const rewriteNotes = async (tx: Db, bookingId: string) => {
  await tx.execute(sql`update booking_condition_reports set notes = 'Broken' where booking_id = ${bookingId}`);
  await tx.execute(sql`update bookings set condition_out_notes = 'Broken' where id = ${bookingId}`);
  await linkAsBefore(tx, bookingId);
};

describe("[EVID-01] in a migrated database, a chain from before keys were used", () => {
  test("in a migrated database, a chain from before keys were used verifies and says of each link that it has no seal", async () => {
    const { earlier, bookingId } = await sharedDatabase();
    const { rows } = await earlier.owner.execute(sql`
      select count(*)::int as links, count(seal)::int as seals from evidence_links where booking_id = ${bookingId}`);
    expect(rows).toEqual([{ links: 4, seals: 0 }]);
    expect(await findingsAfter(async () => undefined)).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ["a report's notes", "booking_condition_reports set notes = 'Broken'", ["3 record_changed", "conditionOutNotes"]],
    [
      "a report's time",
      "booking_condition_reports set created_at = created_at - interval '1 hour'",
      ["3 record_changed", "3 time_changed", "renterCheckoutAt"],
    ],
    [
      "a photo's hash",
      `evidence_photos set original_sha256 = repeat('0', 64) where id in (${FIRST})`,
      ["1 record_changed", "1 original_changed"],
    ],
    [
      "a photo's author",
      `rental_photos set user_role = 'renter' where photo_id in (${FIRST})`,
      ["1 record_changed", "1 author_changed"],
    ],
    [
      "a confirmation's role",
      "condition_confirmations set by_role = 'renter'",
      ["4 author_changed", "renterConfirmedOutAt", "ownerConfirmedOutAt"],
    ],
    [
      "a link's author",
      "evidence_links set author_role = 'renter' where position = 1",
      ["1 link_changed", "1 author_changed"],
    ],
    [
      "a link's time",
      "evidence_links set recorded_at = recorded_at - interval '1 hour' where position = 1",
      ["1 link_changed", "1 time_changed"],
    ],
    [
      "a link's seal",
      "evidence_links set seal = repeat('0', 64) where position = 1",
      ["1 seal_changed", "1 timeline_missing"],
    ],
  ])(
    "in a migrated database, a chain from before keys were used notices that %s was changed",
    async (_, change, expected) => {
      expect(await findingsAfter(async (tx) => void (await tx.execute(sql`update ${sql.raw(change)}`)))).toEqual(
        expected,
      );
    },
  );

  test.each<[string, (id: string) => SQL[], string[]]>([
    [
      "its last link with the confirmation",
      (id) => [
        sql`delete from evidence_links where booking_id = ${id} and position = 4`,
        sql`delete from condition_confirmations where booking_id = ${id}`,
      ],
      ["4 lost", "ownerConfirmedOutAt"],
    ],
    [
      "a photo with its link",
      (id) => [
        sql`delete from rental_photos where photo_id in (${sql.raw(FIRST)})`,
        sql`delete from evidence_photos where id in (${sql.raw(FIRST)})`,
        sql`delete from evidence_links where booking_id = ${id} and position = 1`,
      ],
      ["2 order_changed", "3 order_changed", "4 order_changed"],
    ],
  ])(
    "in a migrated database, a chain from before keys were used shows that someone removed %s",
    async (_, change, expected) => {
      const found = await findingsAfter(async (tx, id) => {
        for (const statement of change(id)) await tx.execute(statement);
      });
      expect(found).toEqual(expected);
    },
  );

  test("in a migrated database, a chain from before keys were used goes on with a sealed link, which shows that the links before it were rewritten", async () => {
    expect(await findingsAfter(appendConfirmation)).toEqual([]);
    // With valid hashes, also on the timeline: only an email shows it, as long as no sealed link follows.
    expect(await findingsAfter(rewriteNotes)).toEqual([]);
    const found = await findingsAfter(async (tx, bookingId) => {
      await appendConfirmation(tx, bookingId);
      await rewriteNotes(tx, bookingId);
    });
    expect(found).toEqual(["5 order_changed"]);
  });
});
