import { createHmac } from "node:crypto";
import { getPayment, listPayments, receiveProviderEvent } from "@nexby/contract/money/payments";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MoneyUnderTest, RenterAndOwner } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { call, callExpectingError, refusal } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, TEST_WEBHOOK_SECRET, type TestApp } from "../../../testing/test-app.ts";
import { startPayment } from "../commands/open-payment.ts";
import { requestCapture } from "../commands/request-capture.ts";
import { requestRefund } from "../commands/request-refund.ts";
import { requestTransfer } from "../commands/request-transfer.ts";
import { deleteOldProviderEvents } from "../provider-events.ts";
import { applySnapshot, fetchSnapshot } from "../sync/sync-payment.ts";

let app: TestApp;
let money: MoneyUnderTest;
const { database, sandbox, here } = useMoney((ready) => {
  money = ready;
});

beforeAll(async () => {
  app = await startTestApp({ db: database().db, ...sandbox().deps });
});
afterAll(() => app.close());

const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset;
const signatureOf = (body: string, at = seconds(), secret = TEST_WEBHOOK_SECRET) =>
  `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(app.origin + receiveProviderEvent.path, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signatureOf(body), ...headers },
    body,
  });

/** All provider events so far, as webhook bodies. */
async function eventBodies(): Promise<string[]> {
  const { rows } = await sandbox().sandboxDb.execute<{ body: object }>(
    sql`select body from card_sandbox.events order by seq`,
  );
  return rows.map(({ body }) => JSON.stringify(body));
}

/** In the same random order on every run. */
function shuffled<T>(values: readonly T[]): T[] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const marked = values.map((value) => ({ value, place: random() }));
  return marked.sort((a, b) => a.place - b.place).map(({ value }) => value);
}

/** Runs every kind of payment event at the provider without delivering any webhook. */
async function undeliveredEvents(of: RenterAndOwner) {
  const { db, payments } = money;
  const { id: rental } = await money.rental(of);
  await startPayment(money, rental);
  const { id: deposit } = await money.open(of, { kind: "deposit", amountCents: 20_000, capture: "manual" });
  const { id: lateFee } = await money.open(of, {
    kind: "late_fee",
    amountCents: 2_500,
    commissionCents: 125,
    capture: "automatic",
  });
  const ids = { rental, deposit, lateFee };
  const providerIds = { rental: "", deposit: "", lateFee: "" };
  for (const name of ["rental", "deposit", "lateFee"] as const) providerIds[name] = await money.confirm(ids[name]);
  const key = (of: string) => `${of}-${rental}`;
  await payments.capturePayment({ key: key("r"), id: providerIds.rental, amountCents: 46_358 });
  await payments.capturePayment({ key: key("d"), id: providerIds.deposit, amountCents: 8_000 });
  // A refund needs a known capture. No event is processed after this.
  await startPayment(money, rental);
  const refund = await requestRefund(db, payments, { paymentId: rental, amountCents: 10_000, reason: "late" });
  const request = { refundId: refund.id, attempt: 1, providerPaymentId: providerIds.rental, amountCents: 10_000 };
  await payments.createRefund({ key: refund.idempotencyKey, ...request });
  const transfer = await requestTransfer(db, payments, { ...of, amountCents: 20_000, paymentId: rental });
  const { charge } = await payments.fetchPayment(providerIds.rental);
  await payments.createTransfer({
    ...of,
    key: transfer.idempotencyKey,
    transferId: transfer.id,
    amountCents: 20_000,
    chargeId: charge?.id ?? null,
  });
  const { charge: late } = await payments.fetchPayment(providerIds.lateFee);
  const { id: dispute } = await money.control<{ id: string }>(`charges/${late?.id}/dispute`);
  await money.control(`charges/${charge?.id}/fraud_warning`);
  await money.control(`disputes/${dispute}/close`, { verdict: "lost" });
  return { ...ids, refund: refund.id, transfer: transfer.id };
}

describe("provider events", () => {
  test("[PAY-05] provider events delivered five times each in any order end in the same state", async () => {
    const of = here();
    const before = (await eventBodies()).length;
    const ids = await undeliveredEvents(of);
    const events = (await eventBodies()).slice(before);
    expect(events.length).toBeGreaterThan(15);
    for (const [index, body] of shuffled(Array(5).fill(events).flat() as string[]).entries()) {
      expect((await send(body)).status).toBe(200);
      if (index % 20 === 0) await money.runJobs();
    }
    await money.runJobs();
    expect(await money.payment(ids.rental)).toMatchObject({
      status: "partially_refunded",
      captured_cents: 46_358,
      refunded_cents: 10_000,
      fraud_warned_at: expect.anything(),
    });
    expect(await money.payment(ids.deposit)).toMatchObject({ status: "captured", captured_cents: 8_000 });
    expect(await money.payment(ids.lateFee)).toMatchObject({ status: "charged_back", captured_cents: 2_500 });
    expect(await money.row("refunds", ids.refund)).toMatchObject({ status: "settled" });
    expect(await money.row("transfers", ids.transfer)).toMatchObject({ status: "paid" });
    expect(await money.ledgerOf(of.bookingId)).toMatchObject({
      owner_payable: -(36_575 - 7_890 - 20_000 + 2_375),
      deposit_liability: -8_000,
      chargeback_loss: 2_500,
      platform_revenue: -125,
    });
    await money.expectBalanced();
    const { rows } = await money.db.execute(sql`
      select count(*)::int as events, count(distinct id)::int as different from webhook_events
      where status in ('processed', 'ignored')`);
    expect(rows[0]?.events).toBe(rows[0]?.different);
  });

  test("[PAY-05] provider events processed with an older state than the stored one change nothing", async () => {
    const { db, payments } = money;
    const { id } = await money.rental(here());
    await startPayment(money, id);
    const providerId = await money.confirm(id);
    const authorized = await fetchSnapshot(payments, providerId);
    await payments.capturePayment({ key: `c-${id}`, id: providerId, amountCents: 46_358 });
    const captured = await fetchSnapshot(payments, providerId);
    const stored: unknown[] = [];
    for (const snapshot of [captured, authorized, captured]) {
      await db.transaction((tx) => applySnapshot(tx, id, snapshot));
      stored.push(await money.payment(id));
    }
    expect(stored[0]).toMatchObject({ status: "captured", captured_cents: 46_358 });
    expect(stored.slice(1)).toEqual([stored[0], stored[0]]);
    await money.expectBalanced();
  });

  test("[PAY-05] the server finds dropped webhooks and processes them like delivered ones", async () => {
    const of = here();
    sandbox().deliverTo(app.origin);
    const { id } = await money.rental(of);
    await money.confirm(id);
    await money.control("pump");
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "authorized" });
    await requestCapture(money.db, money.payments, { paymentId: id, amountCents: 46_358 });
    await money.runJobs();
    await money.control("pump");
    await money.runJobs();
    await money.control("faults", { kind: "webhook_dropped", times: "10" });
    const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
    await money.control(`charges/${charge?.id}/dispute`);
    await money.control("pump");
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "captured" });
    await money.control("faults", {}, "DELETE");

    await money.findMissed();
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "disputed" });
    const { rows } = await money.db.execute(sql`
      select type, status from webhook_events where source = 'replay' and type like 'charge.dispute%' order by type`);
    expect(rows).toEqual([
      { type: "charge.dispute.created", status: "processed" },
      { type: "charge.dispute.funds_withdrawn", status: "processed" },
    ]);
    await money.expectBalanced();
  });

  test("[PAY-05] provider events identify a payment by its metadata when its creation response was lost", async () => {
    const { bookingId, payerId } = here();
    const { id } = await money.rental(here());
    const customerId = (await money.payments.createCustomer({ key: id, personId: payerId, email: "a@b.c", name: "A" }))
      .id;
    const created = await money.payments.createPayment({
      key: `made-${id}`,
      paymentId: id,
      bookingId,
      amountCents: 46_358,
      customerId,
      capture: "manual",
      savesCard: false,
      description: "A tent",
      statementSuffix: "RENTAL",
    });
    await money.payments.confirmPayment({
      key: `c-${id}`,
      id: created.id,
      cardId: "pm_card_visa",
      isOffSession: false,
    });
    await send((await eventBodies()).at(-1) ?? "");
    await money.runJobs();
    expect(await money.payment(id)).toMatchObject({ status: "authorized", provider_payment_id: created.id });
    await money.passMinutes(1);
    await money.runJobs();
    expect(await money.countAtProvider("payment_intent", "payment", id)).toBe(1);
  });

  test("about unknown objects are retried, then kept for review", async () => {
    const object = { id: "pi_of_nobody", object: "payment_intent" };
    const event = { id: "evt_of_nobody", object: "event", type: "payment_intent.succeeded", created: seconds() };
    await send(JSON.stringify({ ...event, data: { object } }));
    const state = () => money.row("webhook_events", "evt_of_nobody");
    await money.runJobs();
    expect(await state()).toMatchObject({ status: "received" });
    for (let tries = 0; tries < 3; tries += 1) await money.retryJobs();
    expect(await state()).toMatchObject({ status: "unknown", last_error: expect.stringContaining("pi_of_nobody") });
    // Events of other types are ignored.
    const other = { ...event, id: "evt_of_no_interest", type: "product.created" };
    await send(JSON.stringify({ ...other, data: { object: { id: "prod_1", object: "product" } } }));
    expect(await money.row("webhook_events", "evt_of_no_interest")).toMatchObject({ status: "ignored" });
    await money.passMinutes(91 * 24 * 60);
    await deleteOldProviderEvents(money.db);
    const { rows } = await money.db.execute(sql`select id from webhook_events where id like 'evt_of_no%'`);
    expect(rows).toEqual([{ id: "evt_of_nobody" }]);
  });
});

test("[PAY-05] a signed event of an unknown shape is acknowledged, so that it isn't sent again, and stores nothing", async () => {
  const thin = JSON.stringify({ id: "evt_thin", object: "v2.core.event", created: "2026-11-17T09:00:00.000Z" });
  expect((await send(thin)).status).toBe(200);
  const { rows } = await money.db.execute(sql`select 1 from webhook_events where id = 'evt_thin'`);
  expect(rows).toEqual([]);
});

describe("an invalid event", () => {
  const event = JSON.stringify({
    id: "evt_forged",
    object: "event",
    type: "charge.captured",
    created: seconds(),
    data: { object: { id: "ch_1", object: "charge" } },
  });

  test.each<[string, string, () => string]>([
    ["unsigned", event, () => ""],
    ["signed with another secret", event, () => signatureOf(event, seconds(), "whsec_other")],
    ["altered", event.replace("ch_1", "ch_2"), () => signatureOf(event)],
    ["old", event, () => signatureOf(event, seconds(-310))],
    ["from the future", event, () => signatureOf(event, seconds(310))],
    ["not an event", "[]", () => signatureOf("[]")],
    ["empty", "", () => signatureOf("")],
  ])("[PAY-05] an invalid event that is %s is rejected and stores nothing", async (_, body, signature) => {
    const response = await refusal(await send(body, { "stripe-signature": signature() }));
    expect(response).toMatchObject({ status: 400, code: "malformed_request" });
    const { rows } = await money.db.execute(sql`select 1 from webhook_events where id = 'evt_forged'`);
    expect(rows).toEqual([]);
  });

  test("an invalid event is rejected when too large or sent from another site's page", async () => {
    expect(await refusal(await send("x".repeat(600 * 1024)))).toMatchObject({ status: 413 });
    expect((await send(event, { origin: "https://evil.example" })).status).toBe(403);
  });
});

test("[ROLE-02] the server hides a payment from everyone but its payer", async () => {
  const of = { ...(await money.parties()), bookingId: crypto.randomUUID() };
  const [first, second] = [await money.rental(of), await money.rental(of)];
  const as = (id: string) => asViewer({ id, isAdmin: false, isApproved: true });
  const params = { paymentId: first.id };
  const { body } = await call(app.origin, getPayment, { params, headers: as(of.payerId) });
  expect(body).toMatchObject({ id: first.id, status: "created", amountCents: 46_358, card: null });
  const page = await call(app.origin, listPayments, { headers: as(of.payerId), query: { limit: "1" } });
  expect(page.body.map(({ id }) => id)).toEqual([second.id]);
  const cursor = /cursor=([\w-]+)/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
  const next = await call(app.origin, listPayments, { headers: as(of.payerId), query: { limit: "1", cursor } });
  expect(next.body.map(({ id }) => id)).toEqual([first.id]);

  for (const other of [of.ownerId, await createUser(money.db)]) {
    expect((await callExpectingError(app.origin, getPayment, { params, headers: as(other) })).status).toBe(404);
    expect((await call(app.origin, listPayments, { headers: as(other) })).body).toEqual([]);
  }
  expect((await callExpectingError(app.origin, getPayment, { params })).status).toBe(401);
});
