import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { expanded, expectCardError, expectInvalid, idOnly, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

const HELD: Stripe.PaymentIntentCreateParams = {
  amount: 10_000,
  currency: "usd",
  capture_method: "manual",
  allowed_payment_method_types: ["card"],
  payment_method: "pm_card_visa",
  confirm: true,
};

const PAID: Stripe.PaymentIntentCreateParams = { ...HELD, capture_method: "automatic" };

const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge => expanded(intent.latest_charge);

describe("a hold", () => {
  test("a hold is captured in part, and the rest is released", async () => {
    const { stripe, time } = sandbox();
    const held = await stripe.paymentIntents.create({ ...HELD, expand: ["latest_charge"] });
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 10_000, amount_received: 0 });
    expect(chargeOf(held)).toMatchObject({
      captured: false,
      paid: true,
      outcome: { risk_level: "normal", risk_score: expect.any(Number), type: "authorized" },
      payment_method_details: {
        card: { last4: "4242", capture_before: time + 7 * 86_400, checks: { cvc_check: "pass" } },
      },
    });

    const captured = await stripe.paymentIntents.capture(
      held.id,
      { amount_to_capture: 7_000 },
      { idempotencyKey: "capture in part" },
    );
    expect(captured).toMatchObject({ status: "succeeded", amount_received: 7_000, amount_capturable: 0 });
    const charge = await stripe.charges.retrieve(chargeOf(held).id, { expand: ["balance_transaction", "refunds"] });
    expect(charge).toMatchObject({ amount: 10_000, amount_captured: 7_000, amount_refunded: 3_000, refunded: false });
    expect(charge.refunds?.data).toMatchObject([{ amount: 3_000, status: "succeeded", balance_transaction: null }]);
    expect(expanded(charge.balance_transaction)).toMatchObject({
      amount: 7_000,
      fee: 233,
      net: 6_767,
      type: "charge",
      status: "pending",
    });
  });

  test("a hold is refunded in parts, never beyond the captured amount", async () => {
    const { stripe } = sandbox();
    const held = await stripe.paymentIntents.create(HELD);
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 7_000 });
    const refund = await stripe.refunds.create({
      payment_intent: held.id,
      amount: 2_500,
      reason: "requested_by_customer",
      metadata: { booking: "b-1" },
      expand: ["balance_transaction", "charge"],
    });
    expect(refund).toMatchObject({ status: "succeeded", amount: 2_500, metadata: { booking: "b-1" } });
    expect(expanded(refund.balance_transaction)).toMatchObject({
      amount: -2_500,
      fee: 0,
      net: -2_500,
      type: "refund",
      source: refund.id,
    });

    await expectInvalid(stripe.refunds.create({ payment_intent: held.id, amount: 4_501 }), { param: "amount" });
    await stripe.refunds.create({ payment_intent: held.id });
    await expectInvalid(stripe.refunds.create({ payment_intent: held.id }), { code: "charge_already_refunded" });
    const listed = await stripe.refunds.list({ payment_intent: held.id });
    expect(listed.data.map(({ amount }) => amount)).toEqual([4_500, 2_500, 3_000]);
  });

  test("a hold is released by canceling", async () => {
    const { stripe } = sandbox();
    const held = await stripe.paymentIntents.create(HELD);
    const before = await stripe.balance.retrieve();
    const canceled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: "requested_by_customer" });
    expect(canceled).toMatchObject({
      status: "canceled",
      amount_capturable: 0,
      cancellation_reason: "requested_by_customer",
    });
    const charge = await stripe.charges.retrieve(idOnly(held.latest_charge));
    expect(charge).toMatchObject({ refunded: true, captured: false, amount_captured: 0 });
    expect(await stripe.balance.retrieve()).toEqual(before);
    await expectInvalid(stripe.paymentIntents.capture(held.id), { code: "payment_intent_unexpected_state" });
    await expectInvalid(stripe.paymentIntents.cancel(held.id), { code: "payment_intent_unexpected_state" });
  });

  test("a hold cannot be captured twice or beyond its amount", async () => {
    const { stripe } = sandbox();
    const held = await stripe.paymentIntents.create(HELD);
    await expectInvalid(stripe.paymentIntents.capture(held.id, { amount_to_capture: 10_001 }), {
      code: "amount_too_large",
    });
    await stripe.paymentIntents.capture(held.id);
    const error = await expectInvalid(stripe.paymentIntents.capture(held.id), {
      code: "payment_intent_unexpected_state",
    });
    expect(error.payment_intent).toMatchObject({ id: held.id, status: "succeeded" });
  });

  test.each([
    { initiator: "the customer", more: {}, card: "pm_card_visa", seconds: 7 * 86_400 },
    { initiator: "the merchant", more: { off_session: true }, card: "pm_card_visa", seconds: 4.75 * 86_400 },
    { initiator: "the merchant", more: { off_session: true }, card: "pm_card_mastercard", seconds: 7 * 86_400 },
    { initiator: "the merchant", more: { off_session: true }, card: "pm_card_amex", seconds: 7 * 86_400 },
    { initiator: "the merchant", more: { off_session: true }, card: "pm_card_discover", seconds: 7 * 86_400 },
  ])("a hold that $initiator placed on $card expires after $seconds seconds", async ({ more, card, seconds }) => {
    const { stripe, control } = sandbox();
    const held = await stripe.paymentIntents.create({
      ...HELD,
      ...more,
      payment_method: card,
      expand: ["latest_charge"],
    });
    expect(chargeOf(held).payment_method_details?.card?.capture_before).toBe(sandbox().time + seconds);

    sandbox().time += seconds - 1;
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({ status: "requires_capture" });
    sandbox().time += 1;
    const expired = await stripe.paymentIntents.retrieve(held.id);
    expect(expired).toMatchObject({ status: "canceled", cancellation_reason: "automatic", amount_capturable: 0 });
    await expectInvalid(stripe.paymentIntents.capture(held.id), { code: "payment_intent_unexpected_state" });

    const events = await stripe.events.list({ types: ["charge.expired", "payment_intent.canceled"], limit: 2 });
    expect(events.data.map(({ type, created }) => [type, created])).toEqual([
      ["payment_intent.canceled", sandbox().time],
      ["charge.expired", sandbox().time],
    ]);
    expect((await control.invariants()).violations).toEqual([]);
  });

  describe("that can grow", () => {
    const GROWING: Stripe.PaymentIntentCreateParams = {
      ...HELD,
      payment_method_options: { card: { request_incremental_authorization: "if_available" } },
    };

    test("a hold that can grow is incremented, keeps its deadline and is captured in full", async () => {
      const { stripe, control } = sandbox();
      const held = await stripe.paymentIntents.create({ ...GROWING, expand: ["latest_charge"] });
      const before = chargeOf(held).payment_method_details?.card;
      expect(before).toMatchObject({ incremental_authorization: { status: "available" } });
      sandbox().passDays(1);
      const more = await stripe.paymentIntents.incrementAuthorization(held.id, {
        amount: 15_000,
        metadata: { reason: "another day" },
        expand: ["latest_charge"],
      });
      expect(more).toMatchObject({ amount: 15_000, amount_capturable: 15_000, metadata: { reason: "another day" } });
      expect(chargeOf(more)).toMatchObject({
        amount: 15_000,
        payment_method_details: { card: { amount_authorized: 15_000, capture_before: before?.capture_before } },
      });
      const [event] = (await stripe.events.list({ type: "payment_intent.amount_capturable_updated" })).data;
      expect(event).toMatchObject({ data: { object: { id: held.id, amount_capturable: 15_000 } } });
      const captured = await stripe.paymentIntents.capture(held.id);
      expect(captured).toMatchObject({ status: "succeeded", amount_received: 15_000 });
      expect((await control.invariants()).violations).toEqual([]);
    });

    test("a hold that can grow stays as it was when the bank declines", async () => {
      const { stripe, control } = sandbox();
      const held = await stripe.paymentIntents.create({ ...GROWING, confirm: false });
      await stripe.paymentIntents.confirm(held.id);
      await control.setFault({ kind: "decline" });
      await expectCardError(stripe.paymentIntents.incrementAuthorization(held.id, { amount: 15_000 }), {
        code: "card_declined",
      });
      expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({ amount_capturable: 10_000 });
      expect(await stripe.paymentIntents.incrementAuthorization(held.id, { amount: 12_000 })).toMatchObject({
        amount_capturable: 12_000,
      });
    });

    test("a hold that can grow is incremented at most ten times, and only to higher amounts", async () => {
      const { stripe } = sandbox();
      const held = await stripe.paymentIntents.create(GROWING);
      const increment = (amount: number) => stripe.paymentIntents.incrementAuthorization(held.id, { amount });
      await expectInvalid(increment(10_000), { param: "amount" });
      for (let time = 1; time <= 10; time += 1) await increment(10_000 + time);
      await expectInvalid(increment(20_000), { statusCode: 400 });
      await stripe.paymentIntents.cancel(held.id);
      await expectInvalid(increment(20_000), { code: "payment_intent_unexpected_state" });
    });

    test.each([
      ["without a request for it", HELD],
      ["on a network that cannot", { ...GROWING, payment_method: "pm_card_jcb" }],
    ])("a hold that can grow is refused %s", async (_case, payment) => {
      const { stripe } = sandbox();
      const { id } = await stripe.paymentIntents.create(payment);
      await expectInvalid(stripe.paymentIntents.incrementAuthorization(id, { amount: 15_000 }), {
        code: "payment_intent_incremental_authorization_unavailable",
      });
    });
  });

  test("a hold that was captured in time does not expire", async () => {
    const { stripe } = sandbox();
    const held = await stripe.paymentIntents.create(HELD);
    await stripe.paymentIntents.capture(held.id);
    sandbox().passDays(30);
    expect(await stripe.paymentIntents.retrieve(held.id)).toMatchObject({ status: "succeeded" });
  });
});

describe("a declined card", () => {
  test.each([
    ["pm_card_chargeDeclined", "card_declined", "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
    ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
    ["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"],
    ["pm_card_chargeCustomerFail", "card_declined", "generic_decline"],
    ["pm_card_radarBlock", "card_declined", "fraudulent"],
    ["pm_card_visa_chargeDeclinedVelocityLimitExceeded", "card_declined", "card_velocity_exceeded"],
    ["pm_card_threeDSecureRequiredProcessingError", "card_declined", "generic_decline"],
  ])("%s fails with %s, %s, and the intent can be paid with another card", async (card, code, declineCode) => {
    const { stripe } = sandbox();
    const error = await expectCardError(stripe.paymentIntents.create({ ...HELD, payment_method: card }), {
      code,
      decline_code: declineCode,
    });
    expect(error.statusCode).toBe(402);
    const id = error.payment_intent?.id ?? "";
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: { type: "card_error", code, decline_code: declineCode },
    });
    expect(chargeOf(intent)).toMatchObject({ id: error.charge, status: "failed", paid: false, failure_code: code });
    const isBlocked = card === "pm_card_radarBlock";
    expect(chargeOf(intent).outcome).toMatchObject({
      type: isBlocked ? "blocked" : "issuer_declined",
      risk_level: isBlocked ? "highest" : "normal",
    });

    const paid = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    expect(paid).toMatchObject({ status: "requires_capture", last_payment_error: null });
    const charges = await stripe.charges.list({ payment_intent: id });
    expect(charges.data.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
  });

  test("a declined card is declined on demand, once", async () => {
    const { stripe, control } = sandbox();
    await control.setFault({ kind: "decline" });
    const error = await expectCardError(stripe.paymentIntents.create(PAID), { decline_code: "generic_decline" });
    const charge = await stripe.charges.retrieve(error.charge ?? "");
    expect(charge).toMatchObject({
      status: "failed",
      failure_code: "card_declined",
      outcome: { type: "issuer_declined" },
    });
    expect(await stripe.paymentIntents.create(PAID)).toMatchObject({ status: "succeeded" });
  });

  test("a declined card that could be saved fails when it is charged", async () => {
    const { stripe } = sandbox();
    const customer = await stripe.customers.create({ email: "later@nexby.example" });
    const method = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    await expectCardError(
      stripe.paymentIntents.create({
        ...PAID,
        customer: customer.id,
        payment_method: method.id,
        off_session: true,
      }),
      { code: "card_declined" },
    );
  });

  test("a declined card cannot be saved", async () => {
    const { stripe } = sandbox();
    const customer = await stripe.customers.create();
    await expectCardError(stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: customer.id }), {
      code: "card_declined",
    });
    await expectCardError(
      stripe.setupIntents.create({
        customer: customer.id,
        payment_method: "pm_card_chargeDeclinedInsufficientFunds",
        allowed_payment_method_types: ["card"],
        confirm: true,
      }),
      { decline_code: "insufficient_funds" },
    );
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  });
});

describe("the risk details of a charge", () => {
  test.each([
    ["pm_card_riskLevelElevated", { risk_level: "elevated", risk_score: 68 }],
    ["pm_card_riskLevelHighest", { risk_level: "highest", risk_score: 85 }],
    ["pm_card_visa", { risk_level: "normal" }],
  ])("%s reports its risk level", async (card, outcome) => {
    const intent = await sandbox().stripe.paymentIntents.create({
      ...PAID,
      payment_method: card,
      expand: ["latest_charge"],
    });
    expect(chargeOf(intent)).toMatchObject({ status: "succeeded", outcome });
  });

  test.each([
    ["pm_card_cvcCheckFail", { cvc_check: "fail" }],
    ["pm_card_avsZipFail", { address_postal_code_check: "fail" }],
    ["pm_card_avsLine1Fail", { address_line1_check: "fail" }],
    ["pm_card_avsFail", { address_line1_check: "fail", address_postal_code_check: "fail" }],
    ["pm_card_avsUnchecked", { address_line1_check: "unavailable", address_postal_code_check: "unavailable" }],
  ])("%s reports the checks that did not pass", async (card, failed) => {
    const intent = await sandbox().stripe.paymentIntents.create({
      ...PAID,
      payment_method: card,
      expand: ["latest_charge"],
    });
    const checks = { address_line1_check: "pass", address_postal_code_check: "pass", cvc_check: "pass" };
    expect(chargeOf(intent).payment_method_details?.card?.checks).toEqual({ ...checks, ...failed });
  });

  test.each([
    ["pm_card_hu", { country: "HU", brand: "visa" }],
    ["pm_card_gb_mastercard", { country: "GB", brand: "mastercard" }],
    ["pm_card_jcb", { country: "JP", brand: "jcb" }],
  ])("%s reports its country and network", async (card, details) => {
    const intent = await sandbox().stripe.paymentIntents.create({
      ...PAID,
      payment_method: card,
      expand: ["latest_charge", "payment_method"],
    });
    expect(chargeOf(intent).payment_method_details?.card).toMatchObject(details);
    expect(expanded(intent.payment_method).card).toMatchObject(details);
  });
});

describe("a refund that the balance does not cover", () => {
  const own = useSandbox();
  const FAST = { ...PAID, payment_method: "pm_card_bypassPending" };

  /** Makes a payment and pays the whole balance out. */
  async function payAndDrain(payment = FAST): Promise<string> {
    const { stripe } = own();
    const { id } = await stripe.paymentIntents.create(payment);
    own().passDays(2);
    const { available } = await stripe.balance.retrieve();
    await stripe.payouts.create({ amount: available[0]?.amount ?? 0, currency: "usd" });
    return id;
  }

  const statusOf = async ({ id }: Stripe.Refund) => (await own().stripe.refunds.retrieve(id)).status;

  test("a refund that the balance does not cover does not wait for fees alone", async () => {
    const { id } = await own().stripe.paymentIntents.create(PAID);
    expect(await own().stripe.refunds.create({ payment_intent: id })).toMatchObject({ status: "succeeded" });
  });

  test("a refund that the balance does not cover waits until later payments cover it", async () => {
    const { stripe } = own();
    const refund = await stripe.refunds.create({ payment_intent: await payAndDrain() });
    expect(refund).toMatchObject({ status: "pending", pending_reason: "insufficient_funds" });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(-10_000);

    await stripe.paymentIntents.create({ ...FAST, amount: 5_000 });
    expect(await statusOf(refund)).toBe("pending");
    await stripe.paymentIntents.create({ ...PAID, amount: 6_000 });
    expect(await statusOf(refund)).toBe("pending");
    own().passDays(2);
    const sent = await stripe.refunds.retrieve(refund.id);
    expect(sent.status).toBe("succeeded");
    expect(sent).not.toHaveProperty("pending_reason");
    const [event] = (await stripe.events.list({ type: "refund.updated" })).data;
    expect(event).toMatchObject({ data: { object: { id: refund.id }, previous_attributes: { status: "pending" } } });
    expect(await own().violations()).toEqual([]);
  });

  test("a refund that the balance does not cover is sent when money that was on its way arrives", async () => {
    const { stripe } = own();
    const intent = await payAndDrain();
    await stripe.paymentIntents.create({ ...PAID, amount: 11_000 });
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(await statusOf(refund)).toBe("pending");
    own().passDays(2);
    expect(await statusOf(refund)).toBe("succeeded");
  });

  test("a refund that the balance does not cover waits behind older ones", async () => {
    const { stripe } = own();
    const intent = await payAndDrain();
    const refunds = [
      await stripe.refunds.create({ payment_intent: intent, amount: 7_000 }),
      await stripe.refunds.create({ payment_intent: intent, amount: 2_500 }),
    ];
    const statusesAfter = async (amount: number) => {
      await stripe.paymentIntents.create({ ...FAST, amount });
      return Promise.all(refunds.map(statusOf));
    };
    expect(await statusesAfter(3_000)).toEqual(["pending", "pending"]);
    expect(await statusesAfter(3_000)).toEqual(["succeeded", "pending"]);
    expect(await statusesAfter(4_000)).toEqual(["succeeded", "succeeded"]);
  });

  test("still fails later if the card's bank returns it", async () => {
    const { stripe } = own();
    const intent = await payAndDrain({ ...PAID, payment_method: "pm_card_refundFail" });
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(await statusOf(refund)).toBe("pending");
    await stripe.paymentIntents.create({ ...FAST, amount: 20_000 });
    expect(await statusOf(refund)).toBe("succeeded");
    own().passDays(1);
    expect(await statusOf(refund)).toBe("failed");
    expect(await own().violations()).toEqual([]);
  });

  test("a refund that the balance does not cover fails when the cardholder's bank disputes the charge first", async () => {
    const { stripe, control } = own();
    const intent = await payAndDrain();
    const refund = await stripe.refunds.create({ payment_intent: intent });
    const { amount } = await control.dispute(idOnly(refund.charge));
    expect(amount).toBe(10_000);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "charge_for_pending_refund_disputed",
    });
    expect(await own().violations()).toEqual([]);
  });
});

test("a charge captured asynchronously reaches the balance after the response", async () => {
  const { stripe, control } = sandbox();
  const { capture_method: _manual, ...payment } = HELD;
  const before = await stripe.balance.retrieve();
  const intent = await stripe.paymentIntents.create({ ...payment, expand: ["latest_charge"] });
  expect(intent).toMatchObject({ status: "succeeded", capture_method: "automatic_async", amount_received: 10_000 });
  expect(chargeOf(intent)).toMatchObject({ captured: true, amount_captured: 10_000, balance_transaction: null });
  expect(await sandbox().violations()).toEqual([]);

  const charge = await stripe.charges.retrieve(chargeOf(intent).id, { expand: ["balance_transaction"] });
  expect(expanded(charge.balance_transaction)).toMatchObject({ amount: 10_000, fee: 320 });
  const [event] = (await stripe.events.list({ type: "charge.updated" })).data;
  expect(event).toMatchObject({
    data: { object: { id: charge.id }, previous_attributes: { balance_transaction: null } },
  });
  const pending = (balance: Stripe.Balance) => balance.pending[0]?.amount ?? Number.NaN;
  expect(pending(await stripe.balance.retrieve())).toBe(pending(before) + 9_680);
  expect((await control.invariants()).violations).toEqual([]);
});

describe("a refund to a special test card", () => {
  test("a refund to a special test card is pending, then succeeds", async () => {
    const { stripe } = sandbox();
    const { id } = await stripe.paymentIntents.create({ ...PAID, payment_method: "pm_card_pendingRefund" });
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe("pending");
    sandbox().passDays(1);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: "succeeded" });
  });

  test("a refund to a special test card succeeds, then fails, and the money is returned", async () => {
    const { stripe } = sandbox();
    const { id } = await stripe.paymentIntents.create({ ...PAID, payment_method: "pm_card_refundFail" });
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 4_000 });
    expect(refund.status).toBe("succeeded");
    sandbox().passDays(1);
    const failed = await stripe.refunds.retrieve(refund.id, { expand: ["failure_balance_transaction", "charge"] });
    expect(failed).toMatchObject({
      status: "failed",
      failure_reason: expect.any(String),
      failure_balance_transaction: { amount: 4_000, type: "refund_failure" },
      charge: { amount_refunded: 0, refunded: false },
    });
    expect(await sandbox().violations()).toEqual([]);
  });
});
