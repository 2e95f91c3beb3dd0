import * as contract from "@nexby/contract/money/payments";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { browserOf } from "../../../testing/bookings/save-card.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { type Member, useMembers } from "../../../testing/people/members.ts";

const { database, payments, origin, join } = useMembers({ timeoutMs: 2_000 });

let renter: Member;
beforeEach(async () => {
  renter = await join();
});

const begin = async ({ headers } = renter) =>
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

/** Through our own address, as the card form does. */
const browser = () => browserOf(payments(), origin());

test("DATA-02 a person is one customer, however often and at once they begin", async () => {
  expect(await cardsOf()).toEqual([]);
  const secrets = await Promise.all([begin(), begin(), begin()]);
  expect(new Set(secrets).size).toBe(3);
  const [customer] = await customersOf();
  expect(customer).toEqual({ known: customer?.stored, stored: expect.stringMatching(/^cus_/), count: 1 });
});

test("a provider that did it and did not say so is asked again with the same key", async () => {
  const fault = { kind: "reset_after_success", method: "POST", path: "/v1/customers", times: "2" };
  await payments().control("faults", fault);
  const refused = await callExpectingError(origin(), contract.startCardSetup, { headers: renter.headers });
  expect(refused.error.code).toBe("service_unavailable");
  // Their address has changed since: the key stands for what was said first.
  await database().db.execute(sql`update users set email = 'moved-' || email where id = ${renter.id}`);
  await begin();
  expect(await customersOf()).toMatchObject([{ count: 1 }]);
});

test("a card that the browser has confirmed is in the list, and can be taken away once", async () => {
  const secret = await begin();
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

  const stranger = await join();
  await begin(stranger);
  expect(await cardsOf(stranger), "ROLE-02 nobody sees another person's cards").toEqual([]);
  expect((await callExpectingError(origin(), contract.removeSavedCard, remove(card?.id ?? "", stranger))).status).toBe(
    404,
  );
  expect((await cardsOf()).length).toBe(1);

  await call(origin(), contract.removeSavedCard, remove(card?.id ?? ""));
  expect(await cardsOf()).toEqual([]);
  expect((await callExpectingError(origin(), contract.removeSavedCard, remove(card?.id ?? ""))).status).toBe(404);
});

test("a card that its bank refuses is not in the list", async () => {
  const secret = await begin();
  const refused = await browser().confirm(secret, await browser().createCard("4000000000000002"));
  expect(refused.status).toBe(402);
  expect(await cardsOf()).toEqual([]);
  const second = await browser().confirm(secret, await browser().createCard("5555555555554444"));
  expect(second.status, "the same wish, with another card").toBe(200);
  expect(await cardsOf()).toMatchObject([{ brand: "mastercard", last4: "4444" }]);
});

/** At the provider somebody has deleted them, or its records are others than they were. */
async function loseCustomer() {
  const [customer] = await customersOf();
  const { sandbox, settings } = payments();
  const address = `${sandbox.origin}/v1/customers/${customer?.stored}`;
  await fetch(address, { method: "DELETE", headers: { authorization: `Bearer ${settings.secretKey}` } });
  return customer?.stored;
}

test("who is not known to the provider any more is made known once more", async () => {
  await begin();
  const first = await loseCustomer();
  await begin();
  const [second] = await customersOf();
  expect(second).toEqual({ known: second?.stored, stored: expect.stringMatching(/^cus_/), count: 1 });
  expect(second?.stored).not.toBe(first);

  await loseCustomer();
  expect(await cardsOf()).toEqual([]);
  expect(await customersOf()).toMatchObject([{ known: null, stored: null }]);
  const saved = await browser().confirm(await begin(), await browser().createCard());
  expect(saved.status).toBe(200);
  expect(await cardsOf()).toMatchObject([{ last4: "4242" }]);
});

test("what else the provider says no to is not the asker's fault", async () => {
  await begin();
  await database().db.execute(
    sql`update payment_customers set provider_id = null, email = 'nobody' where user_id = ${renter.id}`,
  );
  const refused = await callExpectingError(origin(), contract.startCardSetup, { headers: renter.headers });
  expect(refused).toMatchObject({ status: 503, error: { code: "service_unavailable" } });
});
