import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { newId } from "../../../platform/ids.ts";
import { createUser } from "../../../testing/factories.ts";
import { UNREACHABLE_PAYMENTS } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { checkProviderAccount, claimProviderAccount } from "../provider-access.ts";

const database = useTestDatabase();
beforeEach(async () => void (await database().db.execute(sql`delete from provider_account`)));

type Environment = PaymentsPort["environment"];

const keysOf = (environment: Environment, accountId?: string): PaymentsPort => ({
  ...UNREACHABLE_PAYMENTS,
  environment,
  fetchOwnAccountId: async () => {
    if (accountId === undefined) throw new PaymentProblem("temporary", "no_answer");
    return accountId;
  },
});

const start = (environment: Environment, accountId?: string) =>
  claimProviderAccount(database().db, keysOf(environment, accountId));

test("a database belongs to the first Stripe account it is used with and rejects the keys of another", async () => {
  expect(await start("test", "acct_1")).toBe(true);
  expect(await start("test", "acct_1")).toBe(true);
  await expect(start("test", "acct_2")).rejects.toThrow(
    "this database belongs to the Stripe account acct_1, but STRIPE_SECRET_KEY belongs to acct_2. Use the keys of that account",
  );
  await expect(start("live", "acct_1")).rejects.toThrow(
    "this database belongs to a Stripe account's test mode, but the settings are for a live Stripe account",
  );
  await expect(start("sandbox")).rejects.toThrow("the settings are for the card sandbox");
});

test("a database of the card sandbox rejects Stripe's keys", async () => {
  expect(await start("sandbox")).toBe(true);
  await expect(start("test", "acct_1")).rejects.toThrow("this database belongs to the card sandbox");
});

test("when two servers with different keys start a new database together, only one of them starts", async () => {
  const starts = await Promise.allSettled([start("test", "acct_1"), start("test", "acct_2")]);
  expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an outage of Stripe doesn't prevent the start, and the account is claimed later", async () => {
  expect(await start("test")).toBe(false);
  expect(await start("test", "acct_1")).toBe(true);
  expect(await start("test")).toBe(false);
  await expect(start("test", "acct_2")).rejects.toThrow("belongs to the Stripe account acct_1");
});

test("keys of another account that an outage hid at the start are reported to admins later", async () => {
  const { db } = database();
  const admin = await createUser(db, { isAdmin: true, isApproved: true });
  await start("test", "acct_1");
  await checkProviderAccount(db, keysOf("test", "acct_1"));
  await expect(checkProviderAccount(db, keysOf("test", "acct_2"))).rejects.toThrow("belongs to the Stripe account");
  const { rows } = await db.execute(sql`select message from notifications where user_id = ${admin}`);
  expect(rows).toEqual([
    { message: expect.stringMatching(/^Our Stripe API key and our database belong to different Stripe accounts/) },
  ]);
});

test("a database from before accounts were stored is recognized by the keys of its payments", async () => {
  const { db } = database();
  const [payerId, ownerId, paymentId] = [await createUser(db), await createUser(db), newId()];
  await db.execute(sql`
    insert into payments (id, kind, booking_id, payer_id, owner_id, amount_cents, capture, description)
    values (${paymentId}, 'damage', ${newId()}, ${payerId}, ${ownerId}, 100, 'automatic', 'A tent')`);
  await db.execute(sql`
    insert into payment_operations (id, payment_id, operation, attempt, idempotency_key)
    values (${newId()}, ${paymentId}, 'open', 1, ${`sandbox:${paymentId}:open:1`})`);
  await expect(start("test", "acct_1")).rejects.toThrow("this database belongs to the card sandbox");
});
