import * as contract from "@nexby/contract/money/payments";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { browserOf } from "../../../testing/bookings/test-payments.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { type Member, useMembers } from "../../../testing/people/members.ts";

const { database, payments, origin, join } = useMembers();

let renter: Member;
beforeEach(async () => {
  renter = await join();
});

const startSetup = async ({ headers } = renter) =>
  (await call(origin(), contract.startCardSetup, { headers })).body.clientSecret;
const cardsOf = async ({ headers } = renter) => (await call(origin(), contract.listSavedCards, { headers })).body;
const remove = (cardId: string, { headers } = renter) => ({ headers, params: { cardId } });
const customersOf = async ({ id } = renter) =>
  (
    await database().owner.execute<{ known: string; stored: string; count: number }>(sql`
      select payment_customer_id as known, provider_id as stored,
        (select count(*)::int from card_sandbox.documents
         where kind = 'customer' and body->'metadata'->>'person' = users.id::text) as count
      from users join payment_customers on user_id = users.id where users.id = ${id}`)
  ).rows;

/** Uses our own origin, like the card form. */
const browser = () => browserOf(payments(), origin());

test("[DATA-02] the server creates one customer per person, even for concurrent requests", async () => {
  expect(await cardsOf()).toEqual([]);
  const secrets = await Promise.all([startSetup(), startSetup(), startSetup()]);
  expect(new Set(secrets).size).toBe(3);
  const [customer] = await customersOf();
  expect(customer).toEqual({ known: customer?.stored, stored: expect.stringMatching(/^cus_/), count: 1 });
});

test("the server retries with the same key when the provider's response is lost", async () => {
  const fault = { kind: "reset_after_success", method: "POST", path: "/v1/customers", times: "4" };
  await payments().control("faults", fault);
  const rejected = await callExpectingError(origin(), contract.startCardSetup, { headers: renter.headers });
  expect(rejected.error.code).toBe("service_unavailable");
  // Their email has changed since, but the key stands for the original request.
  await database().db.execute(sql`update users set email = 'moved-' || email where id = ${renter.id}`);
  await startSetup();
  expect(await customersOf()).toMatchObject([{ count: 1 }]);
});

test("the server tries once more before it returns a 503", async () => {
  const fail = (times: number) =>
    payments().control("faults", { kind: "server_error", path: "/v1/setup_intents", times: String(times) });
  await fail(1);
  await startSetup();
  await fail(2);
  const { status, error, headers } = await callExpectingError(origin(), contract.startCardSetup, {
    headers: renter.headers,
  });
  expect({ status, message: error.message }).toEqual({
    status: 503,
    message: "Our payment provider isn't responding. Please try again.",
  });
  expect(headers.get("retry-after")).toBe("5");
  await startSetup();
});

test("the server lists a confirmed card, which can be removed once", async () => {
  const secret = await startSetup();
  const saved = await browser().confirm(secret, await browser().createCard());
  expect(saved.status).toBe(200);
  const [card, ...others] = await cardsOf();
  expect(others).toEqual([]);
  expect(card).toEqual({
    id: expect.stringMatching(/^pm_/),
    brand: "visa",
    last4: "4242",
    expiresMonth: 12,
    expiresYear: 2040,
  });

  const otherUser = await join();
  await startSetup(otherUser);
  expect(await cardsOf(otherUser), "ROLE-02 cards of other people are hidden").toEqual([]);
  expect((await callExpectingError(origin(), contract.removeSavedCard, remove(card?.id ?? "", otherUser))).status).toBe(
    404,
  );
  expect((await cardsOf()).length).toBe(1);

  await call(origin(), contract.removeSavedCard, remove(card?.id ?? ""));
  expect(await cardsOf()).toEqual([]);
  expect((await callExpectingError(origin(), contract.removeSavedCard, remove(card?.id ?? ""))).status).toBe(404);
});

test("the server doesn't list a card its bank declines", async () => {
  const secret = await startSetup();
  const rejected = await browser().confirm(secret, await browser().createCard("4000000000000002"));
  expect(rejected.status).toBe(402);
  expect(await cardsOf()).toEqual([]);
  const second = await browser().confirm(secret, await browser().createCard("5555555555554444"));
  expect(second.status, "the same setup with another card").toBe(200);
  expect(await cardsOf()).toMatchObject([{ brand: "mastercard", last4: "4444" }]);
});

/** Deletes the customer at the provider. */
async function loseCustomer() {
  const [customer] = await customersOf();
  const { sandbox, settings } = payments();
  const address = `${sandbox.origin}/v1/customers/${customer?.stored}`;
  await fetch(address, { method: "DELETE", headers: { authorization: `Bearer ${settings.secretKey}` } });
  return customer?.stored;
}

test("the server creates the customer again after the provider lost it", async () => {
  await startSetup();
  const first = await loseCustomer();
  await startSetup();
  const [second] = await customersOf();
  expect(second).toEqual({ known: second?.stored, stored: expect.stringMatching(/^cus_/), count: 1 });
  expect(second?.stored).not.toBe(first);

  await loseCustomer();
  expect(await cardsOf()).toEqual([]);
  expect(await customersOf()).toMatchObject([{ known: null, stored: null }]);
  const saved = await browser().confirm(await startSetup(), await browser().createCard());
  expect(saved.status).toBe(200);
  expect(await cardsOf()).toMatchObject([{ last4: "4242" }]);
});

test("the server returns 503 for other provider rejections", async () => {
  await startSetup();
  await database().db.execute(
    sql`update payment_customers set provider_id = null, email = 'nobody' where user_id = ${renter.id}`,
  );
  const rejected = await callExpectingError(origin(), contract.startCardSetup, { headers: renter.headers });
  expect(rejected).toMatchObject({ status: 503, error: { code: "service_unavailable" } });
});
