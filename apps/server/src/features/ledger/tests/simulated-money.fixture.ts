import { cents } from "@nexby/domain/kernel/money";
import {
  inverseOf,
  type LedgerAccount,
  NEVER_CREDIT,
  NEVER_DEBIT,
  type Posting,
  SETTLED_ACCOUNTS,
} from "@nexby/domain/ledger/accounts";
import {
  depositReturned,
  goodwillGiven,
  ownerDebtNetted,
  ownerPenalty,
  refundWithdrawn,
  type Shares,
} from "@nexby/domain/ledger/postings";
import type { Price } from "@nexby/domain/pricing/price-lines";
import { rentalPrice } from "@nexby/domain/pricing/rental-price";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { closeBookingBooks, type LedgerEvent, post } from "../commands/post.ts";
import { findBalances } from "../ledger.queries.ts";

export type Booking = { readonly id: string; readonly ownerId: string; readonly payerId: string };

export type Paid = {
  readonly id: string;
  readonly kind: "rental" | "deposit" | "late_fee";
  readonly capturedCents: number;
  /** Requested refunds. */
  refundedCents: number;
  /** Transferred to the owner from this payment. */
  transferredCents: number;
  dispute: { id: string; state: "open" | "won" | "lost" } | null;
};

export type Refunded = {
  readonly id: string;
  readonly amountCents: number;
  readonly kind: "shares" | "deposit" | "goodwill";
  /** The shares it was taken from, if any. */
  readonly shares: Shares | null;
};

export type Sent = { readonly id: string; leftCents: number };

/** Moves money at a provider and in the ledger. */
export type MoneyModel = {
  payRental(booking: Booking, price: Price): Promise<string>;
  payDeposit(booking: Booking, amounts: { heldCents: number; capturedCents: number }): Promise<string>;
  payLateFee(booking: Booking, amounts: { amountCents: number; commissionCents: number }): Promise<string>;
  captureDeposit(
    booking: Booking,
    paid: Paid,
    amounts: { amountCents: number; commissionCents: number },
  ): Promise<void>;
  refund(booking: Booking, paid: Paid, amountCents: number, isGoodwill: boolean): Promise<Refunded>;
  failRefund(booking: Booking, refunded: Refunded, paid: Paid): Promise<void>;
  /** A failed refund is no longer owed. */
  withdrawn(refunded: Refunded, paid: Paid): Promise<void>;
  transfer(booking: Booking, amountCents: number, from: Paid | null): Promise<string>;
  reverse(booking: Booking, sent: Sent, amountCents: number): Promise<void>;
  dispute(booking: Booking, paid: Paid): Promise<string>;
  decide(booking: Booking, paid: Paid, verdict: "won" | "lost"): Promise<void>;
  /** Throws when the provider's movements differ from the postings of this booking, or in total. */
  compare(booking: Booking, postedCents: number): Promise<void>;
};

type Balances = Partial<Record<LedgerAccount, number>>;

/** The same numbers for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const STEPS = 5;

/**
 * Random payments, refunds, transfers and chargebacks of one booking until its books are closed, checked at each step.
 */
export class MoneySimulation {
  readonly #db: Db;
  readonly #model: MoneyModel;
  readonly #random: () => number;
  readonly #booking: Booking;
  readonly #paid: Paid[] = [];
  readonly #sent: Sent[] = [];
  #owed: { refund: Refunded; paid: Paid }[] = [];
  #balances: Balances = {};
  /** A log for failure messages. */
  readonly done: string[] = [];

  constructor(db: Db, model: MoneyModel, booking: Booking, seed: number) {
    this.#db = db;
    this.#model = model;
    this.#booking = booking;
    this.#random = numbersFrom(seed);
  }

  /** Yields after each step so that simulations can interleave. */
  async *run(): AsyncGenerator<void> {
    yield this.#step("capture", () => this.#payRental());
    for (let left = 2 + this.#upTo(STEPS); left > 0; left -= 1) yield this.#anyStep();
    yield* this.#finish();
    if (this.#random() < 0.3) {
      yield this.#anyStep();
      yield* this.#finish();
    }
  }

  #upTo = (max: number) => 1 + Math.floor(this.#random() * max);
  #part = (of: number) => (this.#random() < 0.3 ? of : this.#upTo(of));
  #pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(this.#random() * from.length)];
  #held = (account: LedgerAccount) => -(this.#balances[account] ?? 0);

  #refundable = (kind?: Paid["kind"]) =>
    this.#paid.filter(
      (paid) => (!kind || paid.kind === kind) && !paid.dispute && paid.refundedCents < paid.capturedCents,
    );
  #disputed = () => this.#paid.filter(({ dispute }) => dispute?.state === "open");

  async #step(name: string, action: () => Promise<unknown>): Promise<void> {
    this.done.push(name);
    await action();
    await this.#checkBalances();
  }

  /** Throws when the books do not balance or an account has the wrong sign. */
  async #checkBalances(): Promise<void> {
    const rows = await findBalances(this.#db, { bookingId: this.#booking.id });
    this.#balances = Object.fromEntries(rows.map(({ account, amountCents }) => [account, amountCents]));
    const sum = rows.reduce((total, { amountCents }) => total + amountCents, 0);
    const text = JSON.stringify(this.#balances);
    if (sum !== 0) throw new Error(`The books do not balance: ${text}`);
    if (NEVER_DEBIT.some((account) => this.#held(account) < 0)) throw new Error(`Given more than there was: ${text}`);
    if (NEVER_CREDIT.some((account) => this.#held(account) > 0)) throw new Error(`Taken more than was owed: ${text}`);
    await this.#model.compare(this.#booking, this.#balances.stripe_balance ?? 0);
  }

  #anyStep(): Promise<void> {
    const steps: [name: string, isPossible: boolean, action: () => Promise<unknown>][] = [
      ["deposit", !this.#paid.some(({ kind }) => kind === "deposit"), () => this.#payDeposit()],
      ["late fee", !this.#paid.some(({ kind }) => kind === "late_fee"), () => this.#payLateFee()],
      ["refund", this.#refundable("rental").length > 0, () => this.#refundSome("rental")],
      ["refund late fee", this.#refundable("late_fee").length > 0, () => this.#refundSome("late_fee")],
      ["return deposit", this.#canReturnDeposit(), () => this.#returnDeposit((maxCents) => this.#part(maxCents))],
      [
        "keep deposit",
        this.#held("deposit_liability") > 0,
        () => this.#captureDeposit((maxCents) => this.#part(maxCents)),
      ],
      ["goodwill", this.#refundable("rental").length > 0, () => this.#refundSome("rental", true)],
      ["refund fails", this.#refundable("rental").length > 0, () => this.#failSomeRefund()],
      ["transfer", this.#held("owner_payable") > 0, () => this.#transfer(this.#part(this.#held("owner_payable")))],
      ["reversal", this.#sent.some(({ leftCents }) => leftCents > 0), () => this.#reverse()],
      ["chargeback", this.#refundable().length > 0, () => this.#dispute()],
      ["verdict", this.#disputed().length > 0, () => this.#decide()],
      ["penalty", true, () => this.#book("owner_penalty", ownerPenalty(this.#upTo(2_000), this.#booking.ownerId))],
    ];
    const [name, , action] = this.#pick(steps.filter(([, isPossible]) => isPossible)) ?? [];
    return name && action ? this.#step(name, action) : Promise.resolve();
  }

  /** Pays everyone what they are owed and closes the books. */
  async *#finish(): AsyncGenerator<void> {
    while (this.#disputed().length > 0) yield this.#step("verdict", () => this.#decide());
    while (this.#owed.length > 0) yield this.#step("withdraw", () => this.#withdraw());
    if (this.#canReturnDeposit() && this.#random() < 0.7) {
      yield this.#step("return deposit", () => this.#returnDeposit((maxCents) => maxCents));
    }
    if (this.#held("deposit_liability") > 0)
      yield this.#step("keep deposit", () => this.#captureDeposit((maxCents) => maxCents));
    const debt = Math.min(this.#held("owner_payable"), this.#balances.owner_receivable ?? 0);
    if (debt > 0) {
      yield this.#step("net", () => this.#book("owner_debt_netted", ownerDebtNetted(debt, this.#booking.ownerId)));
    }
    while (this.#held("owner_payable") > 0) yield this.#step("pay", () => this.#transfer(this.#held("owner_payable")));
    yield this.#step("close", async () => {
      const closing = { bookingId: this.#booking.id, occurredAt: new Date() };
      if (!(await closeBookingBooks(this.#db, closing))) throw new Error("The books cannot be closed");
    });
    const left = SETTLED_ACCOUNTS.filter((account) => this.#held(account) !== 0);
    if (left.length > 0) throw new Error(`Closed with something left in ${left}`);
  }

  /** Withdraws a refund that the bank sent back. */
  async #withdraw(): Promise<void> {
    const owed = this.#owed.pop();
    if (!owed) return;
    const { kind, shares, amountCents } = owed.refund;
    const plain = kind === "goodwill" ? goodwillGiven(amountCents) : depositReturned(amountCents);
    const debt = this.#balances.owner_receivable ?? 0;
    const postings = shares ? refundWithdrawn(shares, this.#booking.ownerId, debt) : inverseOf(plain);
    await this.#book("refund_withdrawn", postings);
    await this.#model.withdrawn(owed.refund, owed.paid);
  }

  /** Posts a decision that moves no money. */
  #book = (kind: LedgerEvent["kind"], postings: readonly Posting[]) =>
    post(this.#db, {
      sourceKey: `test:${newId()}:${kind}`,
      kind,
      bookingId: this.#booking.id,
      occurredAt: new Date(),
      postings,
    });

  #remember = (id: string, kind: Paid["kind"], capturedCents: number) =>
    this.#paid.push({ id, kind, capturedCents, refundedCents: 0, transferredCents: 0, dispute: null });

  async #payRental(): Promise<void> {
    const fees = {
      dailyRateCents: cents(50 + this.#upTo(9_000)),
      setupFlatFeeCents: cents(this.#upTo(3_000)),
      setupPerUnitFeeCents: cents(this.#upTo(500)),
      cleaningFeeCents: cents(this.#upTo(2_000)),
      deliveryFeeCents: cents(this.#upTo(2_500)),
      depositCents: cents(0),
    };
    const rates = { listerCommissionRate: 5, renterCommissionRate: 3.33, taxRate: 8.875, insuranceRate: 10 };
    const stay = { days: this.#upTo(9), quantity: this.#upTo(3), isDelivered: this.#random() < 0.5 };
    const price = rentalPrice(fees, stay, { ...rates, insuranceRate: this.#random() < 0.5 ? 10 : 0 });
    this.#remember(await this.#model.payRental(this.#booking, price), "rental", price.totalCents);
  }

  async #payDeposit(): Promise<void> {
    const heldCents = 1_000 + this.#upTo(20_000);
    const capturedCents = Math.max(50, this.#part(heldCents));
    this.#remember(await this.#model.payDeposit(this.#booking, { heldCents, capturedCents }), "deposit", capturedCents);
  }

  async #payLateFee(): Promise<void> {
    const amountCents = 50 + this.#upTo(9_000);
    const amounts = { amountCents, commissionCents: Math.floor(amountCents * this.#random() * 0.2) };
    this.#remember(await this.#model.payLateFee(this.#booking, amounts), "late_fee", amountCents);
  }

  async #refund(paid: Paid, amountCents: number, isGoodwill = false): Promise<Refunded> {
    paid.refundedCents += amountCents;
    return this.#model.refund(this.#booking, paid, amountCents, isGoodwill);
  }

  async #refundSome(kind: "rental" | "late_fee", isGoodwill = false): Promise<void> {
    const paid = this.#pick(this.#refundable(kind));
    if (paid) await this.#refund(paid, this.#part(paid.capturedCents - paid.refundedCents), isGoodwill);
  }

  async #failSomeRefund(): Promise<void> {
    const paid = this.#pick(this.#refundable("rental"));
    if (!paid) return;
    const refund = await this.#refund(paid, this.#part(paid.capturedCents - paid.refundedCents));
    await this.#model.failRefund(this.#booking, refund, paid);
    this.#owed.push({ refund, paid });
  }

  #canReturnDeposit = () => this.#held("deposit_liability") > 0 && this.#refundable("deposit").length > 0;

  async #returnDeposit(choose: (maxCents: number) => number): Promise<void> {
    const [paid] = this.#refundable("deposit");
    if (!paid) return;
    const maxCents = Math.min(this.#held("deposit_liability"), paid.capturedCents - paid.refundedCents);
    await this.#refund(paid, choose(maxCents));
  }

  async #captureDeposit(choose: (maxCents: number) => number): Promise<void> {
    const paid = this.#paid.find(({ kind }) => kind === "deposit");
    if (!paid) return;
    const amountCents = choose(this.#held("deposit_liability"));
    const commissionCents = Math.floor(amountCents * this.#random() * 0.1);
    await this.#model.captureDeposit(this.#booking, paid, { amountCents, commissionCents });
  }

  /** From one payment up to its balance, otherwise from settled funds. */
  async #transfer(requestedCents: number): Promise<void> {
    const from =
      this.#pick(this.#paid.filter(({ capturedCents, transferredCents }) => transferredCents < capturedCents)) ?? null;
    const amountCents = from ? Math.min(requestedCents, from.capturedCents - from.transferredCents) : requestedCents;
    this.#sent.push({ id: await this.#model.transfer(this.#booking, amountCents, from), leftCents: amountCents });
    if (from) from.transferredCents += amountCents;
  }

  async #reverse(): Promise<void> {
    const sent = this.#pick(this.#sent.filter(({ leftCents }) => leftCents > 0));
    if (!sent) return;
    const amountCents = this.#part(sent.leftCents);
    await this.#model.reverse(this.#booking, sent, amountCents);
    sent.leftCents -= amountCents;
  }

  async #dispute(): Promise<void> {
    const paid = this.#pick(this.#refundable());
    if (paid) paid.dispute = { id: await this.#model.dispute(this.#booking, paid), state: "open" };
  }

  async #decide(): Promise<void> {
    const paid = this.#pick(this.#disputed());
    if (!paid?.dispute) return;
    const verdict = this.#random() < 0.5 ? "won" : "lost";
    await this.#model.decide(this.#booking, paid, verdict);
    // The chargeback returned the money instead.
    if (verdict === "lost") this.#owed = this.#owed.filter((owed) => owed.paid !== paid);
    paid.dispute.state = verdict;
  }
}
