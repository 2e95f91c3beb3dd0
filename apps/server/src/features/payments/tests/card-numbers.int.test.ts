import { Writable } from "node:stream";
import { TEST_CARDS } from "@nexby/card-sandbox";
import { reportError } from "@nexby/contract/admin/operations";
import { startCardSetup } from "@nexby/contract/money/payments";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createLogger } from "../../../platform/logging.ts";
import { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { browserOf } from "../../../testing/bookings/test-payments.ts";
import { call } from "../../../testing/call.ts";
import { useMembers } from "../../../testing/people/members.ts";
import { startPayment } from "../commands/open-payment.ts";

const logLines: string[] = [];
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    logLines.push(String(chunk));
    done();
  },
});
const { database, payments, origin, join } = useMembers({ logger: createLogger("trace", destination) });

/** A valid number that could be a real card; the sandbox rejects it. */
const NO_TEST_CARD = "4539578763621486";
const NUMBERS = [...Object.values(TEST_CARDS).map(({ number }) => number), NO_TEST_CARD];
/** A visitor may report only so many errors a minute. */
const PER_REPORT = 4;
/** Accepted, declined and challenged cards leave different traces. */
const PAID_WITH = [
  TEST_CARDS.pm_card_visa,
  TEST_CARDS.pm_card_chargeDeclinedInsufficientFunds,
  TEST_CARDS.pm_card_authenticationRequired,
];
const ANY_NUMBER = new RegExp(NUMBERS.join("|"));

/** Matches numbers in groups, with dashes, or URL-encoded. */
const hasNumber = (text: string) => ANY_NUMBER.test(text.replace(/[\s+-]|%20/g, ""));

async function allTables() {
  const { rows } = await database().owner.execute<{ schema: string; name: string }>(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`);
  expect(rows.length).toBeGreaterThan(40);
  return rows;
}

async function tablesWithNumbers(tables: Awaited<ReturnType<typeof allTables>>): Promise<string[]> {
  const { owner } = database();
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rowCount } = await owner.execute(sql`
      select 1 from ${table} as t where translate(t::text, E' \\t\\r\\n-', '') ~ ${NUMBERS.join("|")} limit 1`);
    if (rowCount) found.push(`${schema}.${name}`);
  }
  return found;
}

test("card numbers reach neither our API nor our logs nor our database", async () => {
  const { db } = database();
  const money = new MoneyUnderTest(db, payments());
  const payer = await join();
  const owner = await join();
  const browser = browserOf(payments(), origin());
  for (let start = 0; start < NUMBERS.length; start += PER_REPORT) {
    const numbers = NUMBERS.slice(start, start + PER_REPORT);
    const number = numbers.join(" ");
    const report = {
      errorType: "frontend",
      severity: "error",
      errorMessage: `No ${number}`,
      url: `/${numbers.join("/")}`,
    };
    await call(origin(), reportError, { body: { ...report, formData: { number, note: `It is ${number}` } } });
  }
  const { clientSecret } = (await call(origin(), startCardSetup, { headers: payer.headers })).body;

  const cards = new Map<string, string>();
  for (const number of NUMBERS) {
    const spaced = number.replace(/(.{4})/g, "$1 ").trim();
    const card = await browser.createCard(spaced).catch(() => null);
    expect([number, card === null]).toEqual([number, number === NO_TEST_CARD]);
    if (card !== null) cards.set(number, card);
  }
  for (const { number } of PAID_WITH) {
    const participants = { bookingId: newId(), payerId: payer.id, ownerId: owner.id, accountId: "" };
    const { id } = await money.rental(participants);
    const { clientSecret: secret } = await startPayment(money, id);
    await browser.confirm(secret ?? "", cards.get(number) ?? "");
  }
  await browser.confirm(clientSecret, await browser.createCard("4242-4242-4242-4242"));
  await payments().control("pump");
  await money.runJobs();
  const { rows } = await db.execute(sql`select status from payments order by created_at, id`);
  expect(
    rows.map(({ status }) => status),
    "as reported by the provider",
  ).toEqual(["authorized", "action_required", "action_required"]);

  const tables = await allTables();
  expect(await tablesWithNumbers(tables)).toEqual([]);
  expect(logLines.length).toBeGreaterThan(NUMBERS.length);
  expect(logLines.filter(hasNumber)).toEqual([]);

  // Proves that the search would find a number.
  await db.execute(sql`
    insert into audit_log (action, entity_type, entity_id, details) values ('test', 'test', 'x', '{"card": "4242 4242-4242 4242"}')`);
  const audited = tables.filter(({ name }) => name === "audit_log");
  expect(await tablesWithNumbers(audited)).toEqual(["public.audit_log"]);
  expect(hasNumber("card%5Bnumber%5D=4242+4242 4242-4242")).toBe(true);
});
