import type { Price } from "@nexby/domain/pricing/price-lines";
import { sql } from "drizzle-orm";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import type { JobHandler } from "../../../platform/jobs/job.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import type { TestPayments } from "../../../testing/bookings/test-payments.ts";
import { openPayment, startPayment } from "../../payments/commands/open-payment.ts";
import { requestCapture, requestCharge } from "../../payments/commands/request-capture.ts";
import { requestRefund } from "../../payments/commands/request-refund.ts";
import { requestReversal, requestTransfer, transferDepositToOwner } from "../../payments/commands/request-transfer.ts";
import { runPaymentOperation } from "../../payments/commands/run-payment-operation.ts";
import { runRefund } from "../../payments/commands/run-refund.ts";
import { runTransfer } from "../../payments/commands/run-transfer.ts";
import { PAYMENT_SUBJECTS } from "../../payments/provider-events.ts";
import { findBalance } from "../ledger.queries.ts";
import type { Booking, MoneyModel } from "./simulated-money.fixture.ts";

type Deps = { db: Db; payments: PaymentsPort; control: TestPayments["control"]; accountId: string };

type PaymentInput = { capture: "manual" | "automatic" } & (
  | { kind: "rental"; price: FrozenPrice }
  | { kind: "deposit" | "late_fee"; amountCents: number; commissionCents?: number }
);

/** Its funds are available immediately. */
const CARD = "pm_card_bypassPending";

const frozen = (price: Price): FrozenPrice => ({
  version: 1,
  currency: "USD",
  days: 1,
  quantity: 1,
  lines: price.lines.map(({ isTaxable, ...line }) => ({ ...line, label: line.code, taxable: isTaxable })),
  ownerSubtotalCents: price.ownerSubtotalCents,
  serviceFeeCents: price.serviceFeeCents,
  insuranceCents: price.insuranceCents,
  tax: { rate: 8.875, baseCents: price.taxBaseCents, amountCents: price.taxCents, jurisdiction: null },
  totalCents: price.totalCents,
  depositCents: 0,
  policy: "flexible",
  commission: { rate: 5, amountCents: price.commissionCents },
  ownerEarningsCents: price.ownerEarningsCents,
});

/** Runs the product's use cases and jobs through the adapter against the card sandbox. */
export class CardLedgerModel implements MoneyModel {
  readonly #deps: Deps;
  readonly #charges = new Map<string, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  compare: MoneyModel["compare"] = async () => {
    const { db, payments } = this.#deps;
    const { availableCents, pendingCents } = await payments.fetchBalance();
    const posted = await findBalance(db, { account: "stripe_balance" });
    if (posted !== availableCents + pendingCents) {
      throw new Error(`The provider has ${availableCents + pendingCents}, the ledger says ${posted}`);
    }
  };

  async #run(handler: JobHandler, id: string): Promise<void> {
    if (!("run" in handler)) throw new Error("Not a job that talks to the provider");
    const job = { id: newId(), jobType: "", entityType: "", entityId: id, payload: { id }, scheduledAt: new Date() };
    await handler.run({ ...job, retryCount: 0, leaseLosses: 0 }, new AbortController().signal);
  }

  #sync = (objectType: string, objectId: string) =>
    PAYMENT_SUBJECTS[objectType]?.(this.#deps, { objectId, accountId: null });

  #inTransaction = <T>(work: (tx: Db, payments: PaymentsPort) => Promise<T>) =>
    this.#deps.db.transaction((tx) => work(tx, this.#deps.payments));

  async #open(booking: Booking, input: PaymentInput): Promise<string> {
    const participants = {
      bookingId: booking.id,
      payerId: booking.payerId,
      ownerId: booking.ownerId,
      description: "A rental",
    };
    const payment = { ...participants, savesCard: input.kind === "rental", ...input };
    const id = await this.#inTransaction((tx, payments) => openPayment(tx, payments, payment));
    return id;
  }

  /** A hold confirmed by the payer and synced here. Returns the provider id too. */
  async #hold(booking: Booking, input: PaymentInput): Promise<{ id: string; providerId: string }> {
    const { payments } = this.#deps;
    const id = await this.#open(booking, input);
    const { payment } = await startPayment(this.#deps, id);
    const providerId = payment.providerPaymentId ?? "";
    await payments.confirmPayment({ key: `${id}:browser`, id: providerId, cardId: CARD, isOffSession: false });
    await this.#sync("payment_intent", providerId);
    return { id, providerId };
  }

  hold = async (booking: Booking, amountCents: number): Promise<string> =>
    (await this.#hold(booking, { capture: "manual", kind: "deposit", amountCents })).providerId;

  /** Captured at the provider; its event is processed when `arrives` is called. */
  async delayedCapture(booking: Booking, price: Price): Promise<{ arrives(): Promise<unknown> }> {
    const { providerId } = await this.#hold(booking, { capture: "manual", kind: "rental", price: frozen(price) });
    await this.#deps.payments.capturePayment({ key: newId(), id: providerId, amountCents: price.totalCents });
    return { arrives: async () => this.#sync("payment_intent", providerId) };
  }

  /** Authorized, then captured by a job. */
  async #pay(booking: Booking, input: PaymentInput, amountCents: number): Promise<string> {
    const { payments } = this.#deps;
    const { id } = await this.#hold(booking, input);
    const capture = { paymentId: id, amountCents };
    const operation = await this.#inTransaction((tx) => requestCapture(tx, payments, capture));
    await this.#run(runPaymentOperation(this.#deps), operation.id);
    return this.#captured(id);
  }

  payRental: MoneyModel["payRental"] = (booking, price) =>
    this.#pay(booking, { capture: "manual", kind: "rental", price: frozen(price) }, price.totalCents);

  payDeposit: MoneyModel["payDeposit"] = (booking, { heldCents, capturedCents }) =>
    this.#pay(booking, { capture: "manual", kind: "deposit", amountCents: heldCents }, capturedCents);

  /** Charges the saved card off session. */
  payLateFee: MoneyModel["payLateFee"] = async (booking, amounts) => {
    const { payments } = this.#deps;
    const id = await this.#open(booking, { capture: "automatic", kind: "late_fee", ...amounts });
    const { rows } = await this.#deps.db.execute<{ card_id: string }>(
      sql`select card_id from payments where booking_id = ${booking.id} and kind = 'rental'`,
    );
    const charge = { paymentId: id, cardId: rows[0]?.card_id ?? "" };
    const operation = await this.#inTransaction((tx) => requestCharge(tx, payments, charge));
    await this.#run(runPaymentOperation(this.#deps), operation.id);
    return this.#captured(id);
  };

  async #captured(id: string): Promise<string> {
    const { rows } = await this.#deps.db.execute<{ charge: string; status: string; reason: string | null }>(
      sql`select provider_charge_id as charge, status, failure_reason as reason from payments where id = ${id}`,
    );
    const [payment] = rows;
    if (payment?.status !== "captured") throw new Error(`Not captured but ${payment?.status}: ${payment?.reason}`);
    this.#charges.set(id, payment.charge);
    return id;
  }

  captureDeposit: MoneyModel["captureDeposit"] = (_booking, paid, amounts) =>
    this.#inTransaction((tx) => transferDepositToOwner(tx, { paymentId: paid.id, purpose: newId(), ...amounts }));

  refund: MoneyModel["refund"] = async (_booking, paid, amountCents, isGoodwill) => {
    const request = {
      paymentId: paid.id,
      amountCents,
      reason: "a test",
      ...(isGoodwill && { fundedBy: "goodwill" as const }),
    };
    const { id, kind, shares } = await this.#inTransaction((tx, payments) => requestRefund(tx, payments, request));
    await this.#run(runRefund(this.#deps), id);
    return { id, kind, shares, amountCents };
  };

  failRefund: MoneyModel["failRefund"] = async (_booking, { id }) => {
    const { rows } = await this.#deps.db.execute<{ provider: string }>(
      sql`select provider_refund_id as provider from refunds where id = ${id}`,
    );
    const provider = rows[0]?.provider ?? "";
    await this.#deps.control(`refunds/${provider}/fail`);
    await this.#sync("refund", provider);
  };

  withdrawn: MoneyModel["withdrawn"] = async ({ id }) => {
    // Same as after a rejected retry: updates about the previous attempt are ignored.
    await this.#deps.db.execute(sql`
      update refunds set status = 'refused', attempt = attempt + 1, provider_refund_id = null where id = ${id}`);
  };

  transfer: MoneyModel["transfer"] = async (booking, amountCents, from) => {
    const { accountId, payments } = this.#deps;
    const request = {
      bookingId: booking.id,
      ownerId: booking.ownerId,
      accountId,
      amountCents,
      paymentId: from?.id ?? null,
    };
    const { id } = await this.#inTransaction((tx) => requestTransfer(tx, payments, request));
    await this.#run(runTransfer({ ...this.#deps, subjects: PAYMENT_SUBJECTS }), id);
    return id;
  };

  reverse: MoneyModel["reverse"] = async (_booking, { id: transferId }, amountCents) => {
    const request = { transferId, amountCents };
    const { id } = await this.#inTransaction((tx, payments) => requestReversal(tx, payments, request));
    await this.#run(runTransfer({ ...this.#deps, subjects: PAYMENT_SUBJECTS }), id);
  };

  dispute: MoneyModel["dispute"] = async (_booking, paid) => {
    const { id } = await this.#deps.control<{ id: string }>(`charges/${this.#charges.get(paid.id)}/dispute`);
    await this.#sync("dispute", id);
    return id;
  };

  decide: MoneyModel["decide"] = async (_booking, { dispute }, verdict) => {
    if (!dispute) throw new Error("Nothing to decide");
    await this.#deps.control(`disputes/${dispute.id}/close`, { verdict });
    await this.#sync("dispute", dispute.id);
  };
}
