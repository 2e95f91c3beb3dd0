import { describe, expect, test } from "vitest";
import { expanded, expectInvalid, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

const pay = (metadata: Record<string, string> = {}, customer?: string) =>
  sandbox().stripe.paymentIntents.create({
    amount: 1_000,
    currency: "usd",
    capture_method: "automatic",
    allowed_payment_method_types: ["card"],
    payment_method: "pm_card_visa",
    confirm: true,
    metadata,
    ...(customer && { customer }),
  });

describe("a long list", () => {
  test("a long list can be read page by page in either direction, and by the SDK itself", async () => {
    const { stripe } = sandbox();
    const customer = (await stripe.customers.create()).id;
    const made: string[] = [];
    for (let index = 0; index < 25; index += 1) made.unshift((await pay({}, customer)).id);
    const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

    const first = await stripe.paymentIntents.list({ customer, limit: 10 });
    expect([ids(first), first.has_more]).toEqual([made.slice(0, 10), true]);
    const last = await stripe.paymentIntents.list({ customer, limit: 10, starting_after: made[19] ?? "" });
    expect([ids(last), last.has_more]).toEqual([made.slice(20), false]);
    const back = await stripe.paymentIntents.list({ customer, limit: 10, ending_before: made[20] ?? "" });
    expect([ids(back), back.has_more]).toEqual([made.slice(10, 20), true]);
    expect(ids(await stripe.paymentIntents.list({ customer })), "ten by default").toEqual(made.slice(0, 10));

    const all: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 7 })) all.push(id);
    expect(all).toEqual(made);
    const backwards = stripe.paymentIntents.list({ customer, ending_before: made[24] ?? "", limit: 7 });
    const upwards = await backwards.autoPagingToArray({ limit: 100 });
    expect(upwards.map(({ id }) => id)).toEqual(made.slice(0, 24).reverse());
  });

  test("a long list rejects invalid limits and cursors", async () => {
    const { stripe } = sandbox();
    await expectInvalid(stripe.charges.list({ limit: 101 }), { param: "limit" });
    await expectInvalid(stripe.charges.list({ limit: 0 }), { param: "limit" });
    await expectInvalid(stripe.charges.list({ starting_after: "ch_none" }), { param: "starting_after" });
  });
});

test("balance transactions and events can be listed by time, type and source", async () => {
  const { stripe } = sandbox();
  sandbox().passDays(1);
  const from = sandbox().time;
  const intent = await pay();
  sandbox().time += 10;
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 400 });

  const since = await stripe.balanceTransactions.list({ created: { gte: from } });
  expect(since.data.map(({ type, amount, net }) => [type, amount, net])).toEqual([
    ["refund", -400, -400],
    ["charge", 1_000, 941],
  ]);
  expect((await stripe.balanceTransactions.list({ created: { gt: from } })).data).toHaveLength(1);
  expect((await stripe.balanceTransactions.list({ created: from })).data).toMatchObject([{ type: "charge" }]);
  expect((await stripe.balanceTransactions.list({ source: refund.id })).data).toMatchObject([{ type: "refund" }]);
  const charges = await stripe.balanceTransactions.list({
    created: { gte: from },
    type: "charge",
    expand: ["data.source"],
  });
  expect(charges.data).toMatchObject([{ source: { object: "charge", payment_intent: intent.id } }]);

  const events = await stripe.events.list({ created: { gte: from, lt: from + 10 } });
  expect(events.data.map(({ type }) => type)).toEqual([
    "payment_intent.succeeded",
    "charge.succeeded",
    "payment_intent.created",
  ]);
  const [event] = events.data;
  expect(await stripe.events.retrieve(event?.id ?? "")).toEqual(event);
  expect(event).toMatchObject({ data: { object: { id: intent.id } }, pending_webhooks: 1, livemode: false });
  sandbox().passDays(31);
  expect((await stripe.events.list()).data, "kept for thirty days").toEqual([]);
});

test("references can be expanded through several objects", async () => {
  const { stripe } = sandbox();
  const intent = await pay();
  const read = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ["latest_charge.balance_transaction", "payment_method", "customer"],
  });
  const charge = expanded(read.latest_charge);
  expect(expanded(charge.balance_transaction)).toMatchObject({ object: "balance_transaction", source: charge.id });
  expect(expanded(read.payment_method).card?.last4).toBe("4242");
  expect(read.customer).toBeNull();
  const listed = await stripe.refunds.list({ limit: 1, expand: ["data.charge.payment_intent"] });
  expect(expanded(expanded(listed.data[0]?.charge).payment_intent).object).toBe("payment_intent");
  await expectInvalid(stripe.refunds.list({ expand: ["charge"] }), { param: "expand" });
});

test("search finds a record by what was written on it", async () => {
  const { stripe } = sandbox();
  const made = await pay({ paymentId: "p-77", op: "capture" });
  await pay({ paymentId: "p-78", op: "capture" });
  const found = await stripe.paymentIntents.search({ query: "metadata['paymentId']:'p-77' AND status:'succeeded'" });
  expect(found.data.map(({ id }) => id)).toEqual([made.id]);
  const none = await stripe.paymentIntents.search({ query: "metadata['paymentId']:'p-77' AND status:'canceled'" });
  expect(none.data).toEqual([]);
  const paged: string[] = [];
  for await (const { id } of stripe.charges.search({ query: "metadata['op']:'capture'", limit: 1 })) paged.push(id);
  expect(paged).toHaveLength(2);
  await expectInvalid(stripe.paymentIntents.search({ query: "amount>5" }), { param: "query" });
});
