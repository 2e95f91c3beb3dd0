import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { until } from "../../testing/server-process.ts";
import { ForgedEvent, PaymentProblem, type PaymentsPort, type ProviderPayment } from "./payments.port.ts";

export type PaymentsBench = {
  payments: PaymentsPort;
  webhookSecret: string;
  /** An owner's account that can receive transfers; null where creating one requires a person. */
  readyAccount: string | null;
  /** Triggers a test card's delayed effects right away; Stripe's test mode triggers them by itself. */
  trigger: { dispute(chargeId: string): Promise<void>; warn(chargeId: string): Promise<void> };
  close(): Promise<void>;
};

const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof PaymentProblem) return { kind: error.kind, reason: error.reason };
  throw new Error(`Expected a problem, got ${String(error)}`);
};

/** Contract tests for every card payment provider. */
export function describePayments(name: string, open: () => Promise<PaymentsBench>): void {
  let bench: PaymentsBench;
  let customerId: string;
  const port = () => bench.payments;
  const newPayment = (more: Partial<Parameters<PaymentsPort["createPayment"]>[0]> = {}) =>
    port().createPayment({
      key: newId(),
      paymentId: newId(),
      bookingId: newId(),
      amountCents: 12_345,
      customerId,
      capture: "manual",
      savesCard: false,
      description: "A tent for three days",
      statementSuffix: "RENTAL",
      ...more,
    });
  const pay = async (cardId: string, more: Parameters<typeof newPayment>[0] = {}) => {
    const { id } = await newPayment(more);
    return port().confirmPayment({ key: newId(), id, cardId, isOffSession: false });
  };
  const paid = (more: Parameters<typeof newPayment>[0] = {}) => pay("pm_card_visa", { capture: "automatic", ...more });
  /** Waits for the balance transaction, which some providers create shortly after the capture. */
  const settled = async (id: string): Promise<ProviderPayment & { charge: NonNullable<ProviderPayment["charge"]> }> => {
    await until(async () => (await port().fetchPayment(id)).charge?.movement !== null);
    const payment = await port().fetchPayment(id);
    if (!payment.charge) throw new Error("Captured without a charge");
    return { ...payment, charge: payment.charge };
  };

  describe(name, () => {
    beforeAll(async () => {
      bench = await open();
      const person = { personId: newId(), email: "renter@nexby.example", name: "Robin Vale" };
      customerId = (await port().createCustomer({ key: newId(), ...person })).id;
    });
    afterAll(() => bench?.close());

    test("[PAY-01] the payments adapter authorizes an amount, captures a part of it once and releases the rest", async () => {
      const held = await pay("pm_card_visa");
      expect(held).toMatchObject({
        status: "authorized",
        amountCents: 12_345,
        authorizedCents: 12_345,
        capturedCents: 0,
      });
      expect(held.charge?.movement).toBeNull();
      expect(Number(held.charge?.holdEndsAt)).toBeGreaterThan(Date.now() + 4 * 86_400_000);
      expect(held.charge?.card).toMatchObject({ brand: "visa", last4: "4242" });

      const captured = await port().capturePayment({ key: newId(), id: held.id, amountCents: 10_000 });
      expect(captured).toMatchObject({ status: "captured", authorizedCents: 0, capturedCents: 10_000 });
      const { charge } = await settled(held.id);
      expect(charge.movement).toMatchObject({ amountCents: 10_000, type: "charge", sourceId: charge.id });
      expect(charge.movement?.netCents).toBe(10_000 - (charge.movement?.feeCents ?? 0));
      // The provider lists a released hold as a refund without a balance transaction.
      expect(await port().listRefunds(held.id)).toMatchObject([{ refundId: null, amountCents: 2_345, movement: null }]);
      const again = port().capturePayment({ key: newId(), id: held.id, amountCents: 1 });
      expect(await problemOf(again)).toMatchObject({ kind: "invalid" });
    });

    test("[PAY-01] the payments adapter voids an authorization and cancels an unpaid payment", async () => {
      const held = await pay("pm_card_visa");
      expect((await port().cancelPayment({ key: newId(), id: held.id })).status).toBe("canceled");
      const unpaid = await newPayment();
      expect(unpaid).toMatchObject({ status: "needs_card", charge: null, failure: null });
      expect(unpaid.clientSecret).toMatch(/^pi_\w+_secret_/);
      expect((await port().cancelPayment({ key: newId(), id: unpaid.id })).status).toBe("canceled");
      const late = port().capturePayment({ key: newId(), id: held.id, amountCents: 100 });
      expect(await problemOf(late)).toMatchObject({ kind: "invalid" });
    });

    test("the payments adapter creates one payment per key and rejects different parameters with the same key", async () => {
      const same = { key: newId(), paymentId: newId(), bookingId: newId() };
      const made = await Promise.allSettled(Array.from({ length: 5 }, () => newPayment(same)));
      const ids = made.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
      expect(new Set(ids).size).toBe(1);
      // A concurrent request with the same key may be told to retry.
      for (const one of made) if (one.status === "rejected") expect(one.reason).toMatchObject({ kind: "temporary" });
      expect(await problemOf(newPayment({ ...same, amountCents: 1_000 }))).toMatchObject({ kind: "invalid" });
    });

    test.each([
      ["pm_card_chargeDeclined", "generic_decline"],
      ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds"],
      ["pm_card_chargeDeclinedExpiredCard", "expired_card"],
      ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc"],
    ])("the payments adapter reports why the bank declines %s and allows another card", async (card, reason) => {
      const { id } = await newPayment();
      const declined = port().confirmPayment({ key: newId(), id, cardId: card, isOffSession: false });
      expect(await problemOf(declined)).toEqual({ kind: "card_declined", reason });
      expect(await port().fetchPayment(id)).toMatchObject({
        status: "needs_card",
        failure: { kind: "card_declined", reason },
        charge: null,
      });
      const retried = await port().confirmPayment({ key: newId(), id, cardId: "pm_card_visa", isOffSession: false });
      expect(retried).toMatchObject({ status: "authorized", failure: null });
    });

    test("a card that requires authentication prompts the payer, and is declined off-session", async () => {
      const { id } = await newPayment();
      const card = { id, cardId: "pm_card_authenticationRequired" };
      const offSession = port().confirmPayment({ ...card, key: newId(), isOffSession: true });
      expect(await problemOf(offSession)).toMatchObject({ kind: "authentication_required" });
      const failure = { kind: "authentication_required" };
      expect(await port().fetchPayment(id)).toMatchObject({ status: "needs_card", failure });
      const confirmation = { ...card, key: newId(), isOffSession: false, returnUrl: "https://nexby.example/checkout" };
      expect(await port().confirmPayment(confirmation)).toMatchObject({ status: "needs_action" });
    });

    test("the payments adapter saves a card with a payment and charges it off-session until it is detached", async () => {
      const first = await pay("pm_card_mastercard", { savesCard: true });
      const cards = await port().listCards(customerId);
      const card = cards.find(({ id }) => id === first.cardId);
      expect(card).toMatchObject({ customerId, brand: "mastercard", last4: "4444" });
      const { id } = await newPayment({ capture: "automatic", amountCents: 2_500 });
      const cardId = card?.id ?? "";
      const charged = await port().confirmPayment({ key: newId(), id, cardId, isOffSession: true });
      expect(charged).toMatchObject({ status: "captured", capturedCents: 2_500 });

      expect(await port().fetchCard(cardId)).toEqual(card);
      await port().detachCard({ key: newId(), cardId });
      expect((await port().listCards(customerId)).map((one) => one.id)).not.toContain(cardId);
      const setup = await port().createSetupIntent({ key: newId(), customerId });
      expect(setup).toMatchObject({ status: "needs_card", cardId: null });
      expect(await port().fetchSetupIntent(setup.id)).toEqual(setup);
    });

    test("[PAY-01] the payments adapter refunds in parts, never more than was paid", async () => {
      const { id } = await paid();
      await settled(id);
      const part = { refundId: newId(), attempt: 2, providerPaymentId: id, amountCents: 2_345 };
      const refund = await port().createRefund({ key: newId(), ...part });
      expect(refund).toMatchObject({ ...part, status: "settled", failureMovement: null });
      expect(refund.movement).toMatchObject({ amountCents: -2_345, sourceId: refund.id });
      const rest = { refundId: newId(), attempt: 1, providerPaymentId: id, amountCents: 10_000 };
      await port().createRefund({ key: newId(), ...rest });
      const more = port().createRefund({ key: newId(), ...rest, refundId: newId(), amountCents: 1 });
      expect(await problemOf(more)).toMatchObject({ kind: "invalid" });
      expect(await port().fetchRefund(refund.id)).toEqual(refund);
      const listed = await port().listRefunds(id);
      expect(listed.map(({ refundId }) => refundId).sort()).toEqual([part.refundId, rest.refundId].sort());
    });

    test("the payments adapter finds a payment by its metadata, and lists open authorizations", async () => {
      const paymentId = newId();
      const held = await pay("pm_card_visa", { paymentId });
      // Stripe needs up to a minute to find a new payment by its metadata.
      await until(async () => (await port().findPayment(paymentId)) !== null);
      expect(await port().findPayment(paymentId)).toEqual(await port().fetchPayment(held.id));
      expect(await port().findPayment(newId())).toBeNull();
      expect(await port().fetchPaymentOfCharge(held.charge?.id ?? "")).toMatchObject({ id: held.id, paymentId });
      const { items } = await port().listOpenAuthorizations();
      expect(items.find(({ id }) => id === held.id)).toMatchObject({ paymentId, authorizedCents: 12_345 });
      expect(items.every(({ status }) => status === "authorized")).toBe(true);
    });

    test("a new payout account requires onboarding on the provider's page", async () => {
      const person = { personId: newId(), email: "owner@nexby.example", firstName: "Sam", lastName: "Reed" };
      const account = await port().createAccount({ key: newId(), ...person });
      expect(account).toMatchObject({ personId: person.personId, state: "information_needed", canBePaidOut: false });
      expect(account.missing.length).toBeGreaterThan(0);
      expect(await port().fetchAccount(account.id)).toEqual(account);
      const urls = { refreshUrl: "https://nexby.example/again", returnUrl: "https://nexby.example/done" };
      expect((await port().createAccountLink({ accountId: account.id, ...urls })).url).toMatch(/^https?:\/\//);
      expect(await problemOf(port().createLoginLink(account.id))).toMatchObject({ kind: "invalid" });
      const transfer = { transferId: newId(), bookingId: newId(), accountId: account.id, amountCents: 100 };
      const early = port().createTransfer({ key: newId(), ...transfer, chargeId: null });
      expect(await problemOf(early)).toMatchObject({ kind: "invalid" });
    });

    test("the payments adapter transfers money to an owner and reverses it, within the available amounts", async () => {
      const { readyAccount: accountId } = bench;
      if (accountId === null) return;
      const bookingId = newId();
      const { charge } = await settled((await paid({ bookingId })).id);
      const requested = { transferId: newId(), bookingId, accountId, amountCents: 9_000, chargeId: charge.id };
      const transfer = await port().createTransfer({ key: newId(), ...requested });
      expect(transfer).toMatchObject({
        transferId: requested.transferId,
        accountId,
        amountCents: 9_000,
        reversedCents: 0,
      });
      expect(transfer.movement).toMatchObject({ netCents: -9_000 });
      expect(await port().listTransfers(bookingId)).toEqual([transfer]);
      const tooMuch = port().createTransfer({ key: newId(), ...requested, transferId: newId(), amountCents: 9_000 });
      expect(await problemOf(tooMuch)).toMatchObject({ kind: "invalid" });

      const back = { transferId: newId(), providerTransferId: transfer.id, amountCents: 4_000 };
      const reversal = await port().createReversal({ key: newId(), ...back });
      expect(reversal).toMatchObject({ ...back, movement: { netCents: 4_000 } });
      expect(await port().listReversals(transfer.id)).toEqual([reversal]);
      expect(await port().fetchTransfer(transfer.id)).toMatchObject({ reversedCents: 4_000 });
      const beyond = port().createReversal({ key: newId(), ...back, transferId: newId(), amountCents: 5_001 });
      expect(await problemOf(beyond)).toMatchObject({ kind: "invalid" });
      expect((await port().createLoginLink(accountId)).url).toMatch(/^https?:\/\//);
    });

    test("the payments adapter lists every balance transaction with its fee", async () => {
      const before = await port().fetchBalance();
      const from = new Date(Date.now() - 60_000);
      const { charge } = await settled((await pay("pm_card_bypassPending", { capture: "automatic" })).id);
      const { items } = await port().listBalanceTransactions({ from });
      expect(items.find(({ id }) => id === charge.movement?.id)).toEqual(charge.movement);
      const after = await port().fetchBalance();
      const gained = after.availableCents + after.pendingCents - before.availableCents - before.pendingCents;
      expect(gained).toBe(charge.movement?.netCents);
      const payout = await port().createPayout({ key: newId(), amountCents: 100, description: "Fees" });
      expect(payout.movement).toMatchObject({ netCents: -100, type: "payout" });
      expect(await port().fetchPayout(payout.id)).toEqual(payout);
    });

    test("the payments adapter reports a chargeback with its amount and fee, and a bank's fraud warning", async () => {
      const { id, charge } = await settled((await pay("pm_card_createDispute", { capture: "automatic" })).id);
      await bench.trigger.dispute(charge.id);
      await until(async () => ((await port().listDisputes(id))[0]?.movements.length ?? 0) > 0);
      const [dispute] = await port().listDisputes(id);
      expect(dispute).toMatchObject({
        providerPaymentId: id,
        chargeId: charge.id,
        amountCents: 12_345,
        status: "open",
      });
      expect(dispute).toMatchObject({ isInquiry: false, movements: [{ amountCents: -12_345, type: "adjustment" }] });
      expect(await port().fetchDispute(dispute?.id ?? "")).toEqual(dispute);

      const { id: other, charge: warned } = await settled(
        (await pay("pm_card_createIssuerFraudRecord", { capture: "automatic" })).id,
      );
      await bench.trigger.warn(warned.id);
      await until(async () => (await port().listFraudWarnings(other)).length > 0);
      const [warning] = await port().listFraudWarnings(other);
      expect(warning).toMatchObject({ chargeId: warned.id, providerPaymentId: other });
      expect(await port().fetchFraudWarning(warning?.id ?? "")).toEqual(warning);
    });

    test("the payments adapter lists events", async () => {
      const from = new Date(Date.now() - 60_000);
      const { id } = await newPayment();
      const recentEvents = async () => (await port().listEvents({ from })).items;
      await until(async () => (await recentEvents()).some(({ objectId }) => objectId === id));
      const event = (await recentEvents()).find(({ objectId }) => objectId === id);
      expect(event).toMatchObject({ type: "payment_intent.created", objectType: "payment_intent", accountId: null });
    });

    test("the payments adapter reports missing objects as resource_missing", async () => {
      const missing = { kind: "invalid", reason: "resource_missing" };
      expect(await problemOf(port().fetchPayment("pi_none"))).toEqual(missing);
      expect(await problemOf(port().fetchRefund("re_none"))).toEqual(missing);
      expect(await problemOf(port().fetchTransfer("tr_none"))).toEqual(missing);
      expect(await problemOf(port().fetchDispute("dp_none"))).toEqual(missing);
    });

    describeSignedEvents(() => bench);
  });
}

type Bench = () => { payments: Pick<PaymentsPort, "readEvent">; webhookSecret: string };

/** Contract tests for webhook signatures. */
function describeSignedEvents(bench: Bench): void {
  describe("webhook events", () => {
    const body = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "charge.refunded",
      created: 1_780_000_000,
      data: { object: { id: "ch_1", object: "charge" } },
    });
    const signed = (text: string, { secret = bench().webhookSecret, seconds = Math.floor(Date.now() / 1000) } = {}) =>
      `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${text}`).digest("hex")}`;
    const read = (text: string, signature: string) => () => bench().payments.readEvent(Buffer.from(text), signature);
    const secondsFromNow = (seconds: number) => ({ seconds: Math.floor(Date.now() / 1000) + seconds });

    test("[PAY-05] webhook events are accepted when signed with our secret within five minutes", () => {
      for (const offset of [0, -290, 290]) {
        expect(read(body, signed(body, secondsFromNow(offset)))()).toEqual({
          id: "evt_1",
          type: "charge.refunded",
          objectType: "charge",
          objectId: "ch_1",
          accountId: null,
          occurredAt: new Date(1_780_000_000_000),
        });
      }
    });

    test("[PAY-05] webhook events are rejected when forged, altered, expired, dated in the future or malformed", () => {
      const forged = [
        read(body, signed(body, { secret: "whsec_of_somebody_else" })),
        read(body.replace("ch_1", "ch_2"), signed(body)),
        read(body, signed(body, secondsFromNow(-310))),
        read(body, signed(body, secondsFromNow(310))),
        ...["", "t=,v1=", "v1=abc", "t=9999999999999,v1=00", `t=${Date.now()}`].map((bad) => read(body, bad)),
        ...["null", "[]", "not json", ""].map((text) => read(text, signed(text))),
      ];
      for (const attempt of forged) expect(attempt).toThrow(ForgedEvent);
    });

    test("[PAY-05] webhook events are skipped when they are signed and of an unknown shape", () => {
      const thin = { id: "evt_2", object: "v2.core.event", type: "v1.billing.meter.no_meter_found" };
      const shapes = [{}, { data: null }, { ...thin, created: "2026-11-17T09:00:00.000Z" }, { ...thin, data: {} }];
      for (const text of shapes.map((shape) => JSON.stringify(shape))) {
        expect(read(text, signed(text))()).toBeNull();
        expect(read(text, signed(text, { secret: "whsec_of_somebody_else" }))).toThrow(ForgedEvent);
      }
    });
  });
}
