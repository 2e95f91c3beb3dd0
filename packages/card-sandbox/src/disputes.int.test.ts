import { describe, expect, test } from "vitest";
import { expectInvalid, idOnly, useSandbox } from "./testing/sandbox-under-test.ts";

const LATER = 3_600;
const sandbox = useSandbox({ laterSeconds: LATER });

async function pay(card: string): Promise<{ intent: string; charge: string }> {
  const intent = await sandbox().stripe.paymentIntents.create({
    amount: 9_000,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    payment_method: card,
    confirm: true,
  });
  return { intent: intent.id, charge: idOnly(intent.latest_charge) };
}

const total = async () => {
  const { available, pending } = await sandbox().stripe.balance.retrieve();
  return (available[0]?.amount ?? Number.NaN) + (pending[0]?.amount ?? Number.NaN);
};

async function disputed(card = "pm_card_createDispute") {
  const paid = await pay(card);
  sandbox().time += LATER;
  const [dispute] = (await sandbox().stripe.disputes.list({ payment_intent: paid.intent })).data;
  if (!dispute) throw new Error("No dispute");
  return { ...paid, dispute };
}

const typesSince = async (created: number) =>
  (await sandbox().stripe.events.list({ type: "charge.dispute.*", created: { gte: created }, limit: 100 })).data
    .map(({ type }) => type)
    .reverse();

describe("a chargeback", () => {
  test("a chargeback withdraws the money and a fee, but not before it is due", async () => {
    const { stripe } = sandbox();
    const { intent, charge } = await pay("pm_card_createDispute");
    const before = await total();
    sandbox().time += LATER - 1;
    expect((await stripe.disputes.list({ payment_intent: intent })).data).toEqual([]);
    sandbox().time += 1;
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    expect(dispute).toMatchObject({
      amount: 9_000,
      status: "needs_response",
      reason: "fraudulent",
      is_charge_refundable: false,
      created: sandbox().time,
      balance_transactions: [{ amount: -9_000, fee: 1_500, net: -10_500, reporting_category: "dispute" }],
    });
    expect(await total()).toBe(before - 10_500);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expectInvalid(stripe.refunds.create({ charge }), { code: "charge_disputed" });
    expect(await typesSince(sandbox().time)).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
  });

  test("a chargeback disputes a charge twice, in halves", async () => {
    const { stripe, control } = sandbox();
    const { charge } = await disputed("pm_card_createMultipleDisputes");
    const { data } = await stripe.disputes.list({ charge });
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([
      [4_500, "needs_response"],
      [4_500, "needs_response"],
    ]);
    expect((await control.invariants()).violations).toEqual([]);
  });

  test.each([
    ["pm_card_createCe3EligibleDispute", "fraudulent", ["visa_compelling_evidence_3"]],
    ["pm_card_createComplianceDispute", "noncompliant", ["visa_compliance"]],
  ])(
    "a chargeback of %s has its reason and what counts as evidence",
    async (card, reason, enhanced_eligibility_types) => {
      expect((await disputed(card)).dispute).toMatchObject({ reason, enhanced_eligibility_types });
    },
  );

  test("a chargeback returns the money without the fee when won by evidence", async () => {
    const { stripe } = sandbox();
    sandbox().passDays(1);
    const { dispute } = await disputed();
    const before = await total();
    const submitted = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "winning_evidence", product_description: "A ladder" },
      metadata: { booking: "b-1" },
    });
    expect(submitted).toMatchObject({ status: "under_review", evidence: { product_description: "A ladder" } });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: "won" });
    expect(await total()).toBe(before + 9_000);
    expect(await typesSince(dispute.created)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.updated",
      "charge.dispute.funds_reinstated",
      "charge.dispute.closed",
    ]);
  });

  test("a chargeback leaves the balance as it is when lost", async () => {
    const { stripe } = sandbox();
    const { dispute } = await disputed("pm_card_createDisputeProductNotReceived");
    expect(dispute.reason).toBe("product_not_received");
    const before = await total();
    await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: "losing_evidence" } });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: "lost" });
    expect(await total()).toBe(before);
    await expectInvalid(stripe.disputes.close(dispute.id), {});
  });

  test("a chargeback is decided through the control calls or given up", async () => {
    const { stripe, control } = sandbox();
    const [first, second, third] = [await disputed(), await disputed(), await disputed()];
    await control.decide(first.dispute.id, "won");
    await control.decide(second.dispute.id, "lost");
    await stripe.disputes.close(third.dispute.id);
    const statuses = await Promise.all(
      [first, second, third].map(async ({ dispute }) => (await stripe.disputes.retrieve(dispute.id)).status),
    );
    expect(statuses).toEqual(["won", "lost", "lost"]);
    await expect(control.decide(first.dispute.id, "lost")).rejects.toThrow("already closed");
    expect(await sandbox().violations()).toEqual([]);
  });

  test("a chargeback is dated when it was due even if the clock jumps past it", async () => {
    const { stripe } = sandbox();
    const paidAt = sandbox().time;
    const { charge } = await pay("pm_card_createDispute");
    sandbox().passDays(20);
    expect((await stripe.disputes.list({ charge })).data).toMatchObject([{ created: paidAt + LATER }]);
  });

  test("a chargeback is not opened for a refunded charge", async () => {
    const { stripe } = sandbox();
    const { charge } = await pay("pm_card_createDispute");
    await stripe.refunds.create({ charge });
    sandbox().time += LATER;
    expect((await stripe.disputes.list({ charge })).data).toEqual([]);
  });

  test("a chargeback withdraws the amount that was not refunded", async () => {
    const { stripe } = sandbox();
    const { charge } = await pay("pm_card_createDispute");
    await stripe.refunds.create({ charge, amount: 2_000 });
    sandbox().time += LATER;
    expect((await stripe.disputes.list({ charge })).data).toMatchObject([{ amount: 7_000 }]);
  });
});

test("an inquiry moves no money", async () => {
  const { stripe, control } = sandbox();
  const { charge } = await pay("pm_card_createDisputeInquiry");
  const before = await total();
  sandbox().time += LATER;
  const [inquiry] = (await stripe.disputes.list({ charge })).data;
  expect(inquiry).toMatchObject({
    status: "warning_needs_response",
    is_charge_refundable: true,
    balance_transactions: [],
  });
  expect(await total()).toBe(before);
  await control.decide(inquiry?.id ?? "", "won");
  expect(await stripe.disputes.retrieve(inquiry?.id ?? "")).toMatchObject({ status: "warning_closed" });
  expect(await sandbox().violations()).toEqual([]);
});

test("an early fraud warning precedes any chargeback", async () => {
  const { stripe } = sandbox();
  const { charge, intent } = await pay("pm_card_createIssuerFraudRecord");
  sandbox().time += LATER;
  const { data } = await stripe.radar.earlyFraudWarnings.list({ charge });
  expect(data).toMatchObject([{ actionable: true, payment_intent: intent, fraud_type: expect.any(String) }]);
  expect(await stripe.radar.earlyFraudWarnings.retrieve(data[0]?.id ?? "")).toMatchObject({ charge });
  const [event] = (await stripe.events.list({ type: "radar.early_fraud_warning.created" })).data;
  expect(event).toMatchObject({ data: { object: { id: data[0]?.id } } });
});

test("control calls create a fraud warning and a dispute immediately", async () => {
  const { stripe, control } = sandbox();
  const { charge } = await pay("pm_card_visa");
  const warning = await control.warn(charge);
  const dispute = await control.dispute(charge);
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ charge, status: "needs_response" });
  expect(await stripe.radar.earlyFraudWarnings.retrieve(warning.id)).toMatchObject({ charge });
  await expect(control.dispute(charge)).rejects.toThrow("can be disputed");
});
