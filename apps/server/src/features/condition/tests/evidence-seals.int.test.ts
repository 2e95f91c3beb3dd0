import { verifyEvidence } from "@nexby/contract/bookings/condition";
import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { call, send } from "../../../testing/call.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { recordSealedSince } from "../evidence-keys.ts";
import { KEYS, linkAsBefore, tamperWith, withEvidence } from "./evidence-tampering.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database } = rentals;
const db = () => database().db;
const tamper = (table: string, statement: SQL) => tamperWith(database().owner, table, statement);
const verify = (bookingId: string) => as(here().renter, verifyEvidence, bookingId);

/** Position and problems of every link that fails. */
const failuresOf = async (bookingId: string) =>
  (await verify(bookingId)).links
    .filter(({ problems }) => problems.length > 0)
    .map(({ position, problems }) => [position, ...problems]);

test("[EVID-01] both people's emails carry the newest hash of each act, and verification says whether the chain still has it", async () => {
  const { owner, renter } = here();
  const { bookingId } = await withEvidence(rentals);
  const { rows } = await db().execute<{ recipient: string; body: string }>(sql`
    select recipient, body from outgoing_messages where body like '%fingerprint covers%' order by created_at desc, id desc limit 4`);
  const { links } = await verify(bookingId);
  const digits = (index: number) => links[index]?.sha256.slice(0, 32).replace(/(.{4})(?!$)/g, "$1 ") ?? "";
  const people = [owner.email, renter.email].toSorted();
  expect(
    rows
      .slice(0, 2)
      .map(({ recipient }) => recipient)
      .toSorted(),
  ).toEqual(people);
  expect(
    rows
      .slice(2)
      .map(({ recipient }) => recipient)
      .toSorted(),
  ).toEqual(people);
  expect(rows.slice(0, 2).every(({ body }) => body.includes(digits(3)))).toBe(true);
  expect(rows.slice(2).every(({ body }) => body.includes(digits(2)))).toBe(true);
  const isMoneyNamed = ({ body }: { body: string }) => /^(Total|You earn): \$\d/m.test(body);
  expect(rows.map(isMoneyNamed)).toEqual([true, true, true, true]);
  for (const part of ["With: ", "Open the booking: {{site-url}}/my-bookings/", "You got this because it’s a record"]) {
    expect(rows.map(({ body }) => body.includes(part))).toEqual([true, true, true, true]);
  }

  const ask = async (hash: string) =>
    (await call(origin(), verifyEvidence, { params: { bookingId }, query: { hash }, headers: renter.headers })).body;
  expect((await ask(digits(3).toUpperCase())).mailedRecord).toEqual({
    hash: digits(3).replaceAll(" ", ""),
    position: 4,
  });
  for (const hash of ["", "abcd", "g".repeat(32), "a".repeat(65)]) {
    const response = await send(origin(), verifyEvidence, {
      params: { bookingId },
      query: { hash },
      headers: renter.headers,
    });
    expect([hash, response.status]).toEqual([hash, 400]);
  }
  // The last record with everything that refers to it: only the mail still knows it.
  await database().owner.transaction(async (tx) => {
    const tables = ["evidence_links", "condition_confirmations", "audit_log", "rental_events"];
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await tx.execute(sql`delete from evidence_links where booking_id = ${bookingId} and position = 4`);
    await tx.execute(sql`delete from condition_confirmations where booking_id = ${bookingId}`);
    await tx.execute(sql`delete from audit_log where action = 'evidence_linked' and entity_id = ${bookingId}
      and details->>'position' = '4'`);
    await tx.execute(sql`delete from rental_events where booking_id = ${bookingId}
      and metadata->'evidence'->>'position' = '4'`);
    await tx.execute(sql`update bookings set owner_confirmed_out_at = null where id = ${bookingId}`);
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });
  const cut = await ask(digits(3));
  expect([cut.isIntact, cut.mailedRecord?.position]).toEqual([true, null]);
  expect((await ask(digits(2))).mailedRecord?.position).toBe(3);
});

test("[EVID-01] a chain from before keys were used stays intact and says so, and changed authors, times and addresses are noticed", async () => {
  const { bookingId } = await withEvidence(rentals);
  await linkAsBefore(database().owner, bookingId);
  expect((await verify(bookingId)).isIntact).toBe(false);
  // As a server does that starts with keys for the first time.
  await tamper("audit_log", sql`delete from audit_log where action = 'evidence_sealed_since'`);
  await tamper(
    "evidence_links",
    sql`update evidence_links set key_fingerprint = null, seal = null where seal is not null`,
  );
  await recordSealedSince(db(), KEYS);
  const { isIntact, links } = await verify(bookingId);
  expect([isIntact, links.map(({ isSealed }) => isSealed)]).toEqual([true, [false, false, false, false]]);

  const edits: [string, SQL, (string | number)[][]][] = [
    ["rental_photos", sql`user_role = 'renter'`, [[1, "record_changed", "author_changed"]]],
    ["rental_photos", sql`photo_url = '/elsewhere'`, [[1, "record_changed"]]],
    ["evidence_photos", sql`created_at = created_at - interval '1 hour'`, [[1, "record_changed", "time_changed"]]],
  ];
  const first = sql`select subject_id from evidence_links where booking_id = ${bookingId} and position = 1`;
  for (const [table, assignment, expected] of edits) {
    const column = sql.raw(table === "rental_photos" ? "photo_id" : "id");
    const before = await database().owner.execute(sql`select * from ${sql.raw(table)} where ${column} in (${first})`);
    await tamper(table, sql`update ${sql.raw(table)} set ${assignment} where ${column} in (${first})`);
    expect(await failuresOf(bookingId)).toEqual(expected);
    const [row] = before.rows;
    await tamper(
      table,
      sql`update ${sql.raw(table)} set ${sql.raw(
        table === "rental_photos"
          ? `user_role = '${row?.user_role}', photo_url = '${row?.photo_url}'`
          : "created_at = created_at + interval '1 hour'",
      )} where ${column} in (${first})`,
    );
    expect((await verify(bookingId)).isIntact).toBe(true);
  }
});
