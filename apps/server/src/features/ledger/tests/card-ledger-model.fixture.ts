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
import { PAYMENT_SUBJECTS } from "../../payments/provider-subjects.ts";
import { findBalance } from "../ledger.queries.ts";
import type { Booking, Till } from "./simulated-money.fixture.ts";

type Deps = { db: Db; payments: PaymentsPort; control: TestPayments["control"]; accountId: string };

type What = { capture: "manual" | "automatic" } & (
  | { kind: "rental"; price: FrozenPrice }
  | { kind: "deposit" | "late_fee"; amountCents: number; commissionCents?: number }
);

/** Its money is available at once. */
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

/** The product's own use cases and jobs, over the adapter, against the card sandbox. */
export class CardLedgerModel implements Till {
  readonly #deps: Deps;
  readonly #charges = new Map<string, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  compare: Till["compare"] = async () => {
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
    await handler.run({ ...job, retryCount: 0, leaseLosses: 0 }, AbortSignal.timeout(30_000));
  }

  #look = (objectType: string, objectId: string) =>
    PAYMENT_SUBJECTS[objectType]?.(this.#deps, { objectId, accountId: null });

  #inTransaction = <T>(work: (tx: Db, payments: PaymentsPort) => Promise<T>) =>
    this.#deps.db.transaction((tx) => work(tx, this.#deps.payments));

  async #open(booking: Booking, what: What): Promise<string> {
    const of = { bookingId: booking.id, payerId: booking.payerId, ownerId: booking.ownerId, description: "A rental" };
    const given = { ...of, savesCard: what.kind === "rental", ...what };
    const id = await this.#inTransaction((tx, payments) => openPayment(tx, payments, given));
    return id;
  }

  /** A hold of the payer's own making, known to us; answers with the provider's id. */
  async #hold(booking: Booking, what: What): Promise<{ id: string; providerId: string }> {
    const { payments } = this.#deps;
    const id = await this.#open(booking, what);
    const { payment } = await startPayment(this.#deps, id);
    const providerId = payment.providerPaymentId ?? "";
    await payments.confirmPayment({ key: `${id}:browser`, id: providerId, cardId: CARD, isOffSession: false });
    await this.#look("payment_intent", providerId);
    return { id, providerId };
  }

  hold = async (booking: Booking, amountCents: number): Promise<string> =>
    (await this.#hold(booking, { capture: "manual", kind: "deposit", amountCents })).providerId;

  /** Captured at the provider; we hear of it when it arrives. */
  async lateNews(booking: Booking, price: Price): Promise<{ arrives(): Promise<unknown> }> {
    const { providerId } = await this.#hold(booking, { capture: "manual", kind: "rental", price: frozen(price) });
    await this.#deps.payments.capturePayment({ key: newId(), id: providerId, amountCents: price.totalCents });
    return { arrives: async () => this.#look("payment_intent", providerId) };
  }

  /** Held, then captured by a job. */
  async #pay(booking: Booking, what: What, amountCents: number): Promise<string> {
    const { payments } = this.#deps;
    const { id } = await this.#hold(booking, what);
    const capture = { paymentId: id, amountCents };
    const operation = await this.#inTransaction((tx) => requestCapture(tx, payments, capture));
    await this.#run(runPaymentOperation(this.#deps), operation.id);
    return this.#captured(id);
  }

  payRental: Till["payRental"] = (booking, price) =>
    this.#pay(booking, { capture: "manual", kind: "rental", price: frozen(price) }, price.totalCents);

  payDeposit: Till["payDeposit"] = (booking, { heldCents, capturedCents }) =>
    this.#pay(booking, { capture: "manual", kind: "deposit", amountCents: heldCents }, capturedCents);

  /** Without the payer being there, by the card they left. */
  payLateFee: Till["payLateFee"] = async (booking, amounts) => {
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

  captureDeposit: Till["captureDeposit"] = (_booking, paid, amounts) =>
    this.#inTransaction((tx) => transferDepositToOwner(tx, { paymentId: paid.id, purpose: newId(), ...amounts }));

  refund: Till["refund"] = async (_booking, paid, amountCents, isGoodwill) => {
    const asked = {
      paymentId: paid.id,
      amountCents,
      reason: "a test",
      ...(isGoodwill && { bornBy: "goodwill" as const }),
    };
    const { id, kind, shares } = await this.#inTransaction((tx, payments) => requestRefund(tx, payments, asked));
    await this.#run(runRefund(this.#deps), id);
    return { id, kind, shares, amountCents };
  };

  failRefund: Till["failRefund"] = async (_booking, { id }) => {
    const { rows } = await this.#deps.db.execute<{ provider: string }>(
      sql`select provider_refund_id as provider from refunds where id = ${id}`,
    );
    const provider = rows[0]?.provider ?? "";
    await this.#deps.control(`refunds/${provider}/fail`);
    await this.#look("refund", provider);
  };

  withdrawn: Till["withdrawn"] = async ({ id }) => {
    // As after a next try that was refused: what is told of the one before does not count any more.
    await this.#deps.db.execute(sql`
      update refunds set status = 'refused', attempt = attempt + 1, provider_refund_id = null where id = ${id}`);
  };

  transfer: Till["transfer"] = async (booking, amountCents, from) => {
    const { accountId, payments } = this.#deps;
    const asked = {
      bookingId: booking.id,
      ownerId: booking.ownerId,
      accountId,
      amountCents,
      paymentId: from?.id ?? null,
    };
    const { id } = await this.#inTransaction((tx) => requestTransfer(tx, payments, asked));
    await this.#run(runTransfer({ ...this.#deps, subjects: PAYMENT_SUBJECTS }), id);
    return id;
  };

  reverse: Till["reverse"] = async (_booking, { id: transferId }, amountCents) => {
    const asked = { transferId, amountCents };
    const { id } = await this.#inTransaction((tx, payments) => requestReversal(tx, payments, asked));
    await this.#run(runTransfer({ ...this.#deps, subjects: PAYMENT_SUBJECTS }), id);
  };

  dispute: Till["dispute"] = async (_booking, paid) => {
    const { id } = await this.#deps.control<{ id: string }>(`charges/${this.#charges.get(paid.id)}/dispute`);
    await this.#look("dispute", id);
    return id;
  };

  decide: Till["decide"] = async (_booking, { dispute }, verdict) => {
    if (!dispute) throw new Error("Nothing to decide");
    await this.#deps.control(`disputes/${dispute.id}/close`, { verdict });
    await this.#look("dispute", dispute.id);
  };
}
