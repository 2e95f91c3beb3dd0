import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { expanded, expectCardError, expectInvalid, idOnly, useSandbox } from "./testing/sandbox-under-test.ts";

const sandbox = useSandbox();

const RETURN_URL = "http://shop.example/checkout/return?step=3";

const PAYMENT: Stripe.PaymentIntentCreateParams = {
  amount: 4_200,
  currency: "usd",
  capture_method: "manual",
  allowed_payment_method_types: ["card"],
};

/** Submits the bank's challenge as a browser does and returns the URL it redirects to. */
async function submitChallenge(url: string, outcome: "complete" | "fail"): Promise<URL> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("<html lang=");
  expect(html).toContain(`value="${outcome}"`);
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://shop.example;");
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "");
}

const redirectOf = (intent: Stripe.PaymentIntent | Stripe.SetupIntent) =>
  intent.next_action?.redirect_to_url?.url ?? "";

describe("a card that requires authentication", () => {
  const start = () =>
    sandbox().stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: "pm_card_authenticationRequired",
      return_url: RETURN_URL,
      confirm: true,
    });

  test("a card that requires authentication is charged after the cardholder authenticates", async () => {
    const { stripe } = sandbox();
    const waiting = await start();
    expect(waiting).toMatchObject({
      status: "requires_action",
      next_action: { type: "redirect_to_url", redirect_to_url: { return_url: RETURN_URL } },
      latest_charge: null,
    });

    const back = await submitChallenge(redirectOf(waiting), "complete");
    expect(back.origin + back.pathname).toBe("http://shop.example/checkout/return");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      step: "3",
      payment_intent: waiting.id,
      payment_intent_client_secret: waiting.client_secret,
      redirect_status: "succeeded",
    });
    const held = await stripe.paymentIntents.retrieve(waiting.id, { expand: ["latest_charge"] });
    expect(held).toMatchObject({ status: "requires_capture", next_action: null, amount_capturable: 4_200 });
    expect(expanded(held.latest_charge).payment_method_details?.card?.three_d_secure).toMatchObject({
      result: "authenticated",
    });

    expect((await fetch(redirectOf(waiting))).status, "the challenge is shown once").toBe(404);
  });

  test("a card that requires authentication is not charged when the cardholder fails to authenticate", async () => {
    const { stripe } = sandbox();
    const waiting = await start();
    const back = await submitChallenge(redirectOf(waiting), "fail");
    expect(back.searchParams.get("redirect_status")).toBe("failed");
    expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
      latest_charge: null,
    });
    expect(await stripe.charges.list({ payment_intent: waiting.id })).toMatchObject({ data: [] });
  });

  test("a card that requires authentication can still be declined after authentication", async () => {
    const { stripe } = sandbox();
    const waiting = await stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
      return_url: RETURN_URL,
      confirm: true,
    });
    const back = await submitChallenge(redirectOf(waiting), "complete");
    expect(back.searchParams.get("redirect_status")).toBe("failed");
    expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { decline_code: "insufficient_funds" },
    });
  });

  test("a card that requires authentication stays within the page when there is no return URL", async () => {
    const intent = await sandbox().stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: "pm_card_authenticationRequired",
      confirm: true,
    });
    expect(intent).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
  });

  test("a card that requires authentication fails immediately when the cardholder cannot respond", async () => {
    const { stripe } = sandbox();
    const customer = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer: customer.id });
    const payment = { ...PAYMENT, customer: customer.id, payment_method: method.id, confirm: true };
    const error = await expectCardError(stripe.paymentIntents.create({ ...payment, off_session: true }), {
      code: "authentication_required",
      decline_code: "authentication_required",
    });
    expect(error.payment_intent).toMatchObject({ status: "requires_payment_method" });
    await expectCardError(stripe.paymentIntents.create({ ...payment, error_on_requires_action: true }), {
      code: "authentication_required",
    });

    const again = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? "", {
      payment_method: method.id,
      return_url: RETURN_URL,
    });
    await submitChallenge(redirectOf(again), "complete");
    expect(await stripe.paymentIntents.retrieve(again.id)).toMatchObject({ status: "requires_capture" });
  });

  test("a card that requires authentication hides the challenge from anyone without the secret", async () => {
    const waiting = await start();
    const wrong = redirectOf(waiting).slice(0, -1);
    expect((await fetch(wrong)).status).toBe(404);
    const response = await fetch(wrong, { method: "POST", body: new URLSearchParams({ outcome: "complete" }) });
    expect(response.status).toBe(404);
    expect(await sandbox().stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({ status: "requires_action" });
  });
});

describe("a card saved for later", () => {
  test("a card saved for later is saved by the first payment and charged off session", async () => {
    const { stripe } = sandbox();
    const customer = await stripe.customers.create({ email: "renter@nexby.example" });
    const first = await stripe.paymentIntents.create({
      ...PAYMENT,
      customer: customer.id,
      payment_method: "pm_card_visa",
      setup_future_usage: "off_session",
      confirm: true,
    });
    const saved = await stripe.customers.listPaymentMethods(customer.id, { type: "card" });
    expect(saved.data).toMatchObject([{ id: first.payment_method, customer: customer.id, card: { last4: "4242" } }]);

    const deposit = await stripe.paymentIntents.create({
      ...PAYMENT,
      customer: customer.id,
      payment_method: idOnly(first.payment_method),
      off_session: true,
      confirm: true,
    });
    expect(deposit.status).toBe("requires_capture");
  });

  test("a card saved for later needs no second authentication after an authenticated setup", async () => {
    const { stripe } = sandbox();
    const customer = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: "pm_card_authenticationRequiredOnSetup",
      allowed_payment_method_types: ["card"],
      return_url: RETURN_URL,
      confirm: true,
    });
    expect(setup.status).toBe("requires_action");
    const back = await submitChallenge(redirectOf(setup), "complete");
    expect(back.searchParams.get("setup_intent")).toBe(setup.id);
    const done = await stripe.setupIntents.retrieve(setup.id, { expand: ["payment_method"] });
    expect(done).toMatchObject({ status: "succeeded", payment_method: { customer: customer.id } });

    const charged = await stripe.paymentIntents.create({
      ...PAYMENT,
      customer: customer.id,
      payment_method: expanded(done.payment_method).id,
      off_session: true,
      confirm: true,
    });
    expect(charged.status).toBe("requires_capture");
  });

  test.each([
    ["pm_card_authenticationRequiredOnSetup", "requires_capture"],
    ["pm_card_authenticationRequiredSetupForOffSession", "requires_capture"],
    ["pm_card_authenticationRequired", "authentication_required"],
  ])(
    "a card saved for later set up by an authenticated payment, %s is charged off session: %s",
    async (card, outcome) => {
      const { stripe } = sandbox();
      const customer = await stripe.customers.create();
      const first = await stripe.paymentIntents.create({
        ...PAYMENT,
        customer: customer.id,
        payment_method: card,
        setup_future_usage: "off_session",
        return_url: RETURN_URL,
        confirm: true,
      });
      await submitChallenge(redirectOf(first), "complete");
      const { payment_method: saved } = await stripe.paymentIntents.retrieve(first.id);
      const deposit = { ...PAYMENT, customer: customer.id, payment_method: idOnly(saved) };
      const charged = stripe.paymentIntents.create({ ...deposit, off_session: true, confirm: true });
      expect(await charged.then(({ status }) => status).catch(({ code }) => code)).toBe(outcome);
    },
  );

  test.each([
    ["pm_card_visa", false, "requires_action"],
    ["pm_card_amex_threeDSecureNotSupported", false, "requires_capture"],
    ["pm_card_threeDSecureOptionalProcessingError", false, "requires_capture"],
    ["pm_card_threeDSecure2Required", false, "requires_action"],
    ["pm_card_authenticationRequiredSetupForOffSession", true, "requires_capture"],
  ])("asked to authenticate, %s (off session: %s) leads to %s", async (card, isOffSession, status) => {
    const intent = await sandbox().stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: card,
      confirm: true,
      ...(isOffSession && { off_session: true }),
      payment_method_options: { card: { request_three_d_secure: "any" } },
    });
    expect(intent.status).toBe(status);
  });

  test("a card saved for later is not saved when the setup fails", async () => {
    const { stripe } = sandbox();
    const customer = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ["card"] });
    expect(setup.status).toBe("requires_payment_method");
    const waiting = await stripe.setupIntents.confirm(setup.id, {
      payment_method: "pm_card_authenticationRequired",
      return_url: RETURN_URL,
    });
    await submitChallenge(redirectOf(waiting), "fail");
    expect(await stripe.setupIntents.retrieve(setup.id)).toMatchObject({
      status: "requires_payment_method",
      last_setup_error: { code: "setup_intent_authentication_failure" },
    });
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
    expect(await stripe.setupIntents.cancel(setup.id)).toMatchObject({ status: "canceled" });
  });

  test("a card saved for later can be used only by its customer, and by no one once it is detached", async () => {
    const { stripe } = sandbox();
    const [owner, other] = [await stripe.customers.create(), await stripe.customers.create()];
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: owner.id });
    const payment = { ...PAYMENT, payment_method: method.id, confirm: true };
    await expectInvalid(stripe.paymentIntents.create({ ...payment, customer: other.id }), { param: "payment_method" });
    await expectInvalid(stripe.paymentIntents.create(payment), { param: "payment_method" });
    await expectInvalid(stripe.paymentMethods.attach(method.id, { customer: other.id }), {
      code: "payment_method_unexpected_state",
    });

    expect(await stripe.paymentMethods.detach(method.id)).toMatchObject({ customer: null });
    await expectInvalid(stripe.paymentIntents.create({ ...payment, customer: owner.id }), { param: "payment_method" });
    expect((await stripe.paymentMethods.list({ customer: owner.id })).data).toEqual([]);
  });

  test("a card saved for later cannot be used again if it was never saved", async () => {
    const { stripe } = sandbox();
    const paid = await stripe.paymentIntents.create({ ...PAYMENT, payment_method: "pm_card_visa", confirm: true });
    const again = { ...PAYMENT, payment_method: idOnly(paid.payment_method), confirm: true };
    await expectInvalid(stripe.paymentIntents.create(again), { code: "payment_method_unexpected_state" });
  });
});

describe("a payment intent", () => {
  test("a payment intent is created first, then updated, then confirmed", async () => {
    const { stripe } = sandbox();
    const open = await stripe.paymentIntents.create({ ...PAYMENT, metadata: { booking: "b-7", draft: "yes" } });
    expect(open.status).toBe("requires_payment_method");
    await expectInvalid(stripe.paymentIntents.confirm(open.id), { code: "payment_intent_unexpected_state" });
    const changed = await stripe.paymentIntents.update(open.id, {
      amount: 5_000,
      payment_method: "pm_card_visa",
      metadata: { draft: "", seen: "1" },
    });
    expect(changed).toMatchObject({
      amount: 5_000,
      status: "requires_confirmation",
      metadata: { booking: "b-7", seen: "1" },
    });
    const held = await stripe.paymentIntents.confirm(open.id);
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 5_000 });
    await expectInvalid(stripe.paymentIntents.update(open.id, { amount: 6_000 }), {
      code: "payment_intent_unexpected_state",
    });
    expect(await stripe.paymentIntents.update(open.id, { metadata: { booking: "b-8" } })).toMatchObject({
      metadata: { booking: "b-8", seen: "1" },
    });
    await expectInvalid(stripe.paymentIntents.confirm(open.id), { code: "payment_intent_unexpected_state" });
  });

  test("a payment intent needs a return URL when its payment methods may redirect", async () => {
    const { stripe } = sandbox();
    const payment = { amount: 4_200, currency: "usd", payment_method: "pm_card_visa", confirm: true };
    const error = await expectInvalid(stripe.paymentIntents.create(payment), {});
    expect(error.message).toContain("return_url");
    expect(await stripe.paymentIntents.create({ ...payment, return_url: RETURN_URL })).toMatchObject({
      status: "succeeded",
    });
    const never = { enabled: true, allow_redirects: "never" } as const;
    expect(await stripe.paymentIntents.create({ ...payment, automatic_payment_methods: never })).toMatchObject({
      status: "succeeded",
    });
  });

  test("a payment intent cannot save a card for later in an off-session payment", async () => {
    const call = sandbox().stripe.paymentIntents.create({
      ...PAYMENT,
      payment_method: "pm_card_visa",
      setup_future_usage: "off_session",
      off_session: true,
      confirm: true,
    });
    await expectInvalid(call, { param: "setup_future_usage" });
  });
});
