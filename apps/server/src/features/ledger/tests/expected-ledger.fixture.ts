import type { LedgerKind, Posting } from "@nexby/domain/ledger/accounts";
import * as postings from "@nexby/domain/ledger/postings";
import { lessShares, type Shares, sharesOfPrice, splitByShares } from "@nexby/domain/ledger/postings";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import { post } from "../commands/post.ts";
import { findBalance } from "../ledger.queries.ts";
import type { Booking, MoneyModel, Paid } from "./simulated-money.fixture.ts";

const DISPUTE_FEE = 1_500;
const cardFee = (amount: number) => Math.floor((amount * 29 + 500) / 1000) + 30;

/** An in-memory provider for thousands of simulations. The postings and the ledger are real. */
export class ExpectedLedger implements MoneyModel {
  readonly #db: Db;
  readonly #moved = new Map<string, number>();
  readonly #shares = new Map<string, Shares>();
  readonly #disputed = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  readonly #owed = new Map<string, number>();

  constructor(db: Db) {
    this.#db = db;
  }

  #movedFor = ({ id }: Booking) => this.#moved.get(id) ?? 0;

  compare: MoneyModel["compare"] = async (booking, postedCents) => {
    if (this.#movedFor(booking) !== postedCents)
      throw new Error(`${this.#movedFor(booking)} moved, not ${postedCents}`);
  };

  totalCents = () => [...this.#moved.values()].reduce((sum, moved) => sum + moved, 0);

  /** Posts an amount and its fee as one movement. */
  async #move(
    booking: Booking,
    kind: LedgerKind,
    movement: { amount: number; fee?: number },
    lines: readonly Posting[],
  ) {
    const id = newId();
    const { amount, fee = 0 } = movement;
    this.#moved.set(booking.id, this.#movedFor(booking) + amount - fee);
    const all = [...lines, ...postings.providerFee(fee)];
    await this.#book(booking, kind, all, `balance:txn_${id}`);
    return id;
  }

  #book = (booking: Booking, kind: LedgerKind, lines: readonly Posting[], sourceKey = `test:${newId()}:${kind}`) =>
    post(this.#db, { sourceKey, kind, bookingId: booking.id, occurredAt: new Date(), postings: lines });

  #balance = async (booking: Booking, account: Parameters<typeof findBalance>[1]["account"]) =>
    -(await findBalance(this.#db, { account, bookingId: booking.id }));

  payRental: MoneyModel["payRental"] = async (booking, price) => {
    const shares = sharesOfPrice(price);
    const amount = price.totalCents;
    const id = await this.#move(
      booking,
      "capture",
      { amount, fee: cardFee(amount) },
      postings.captured(shares, booking.ownerId),
    );
    this.#shares.set(id, shares);
    return id;
  };

  payDeposit: MoneyModel["payDeposit"] = (booking, { capturedCents: amount }) =>
    this.#move(booking, "deposit_capture", { amount, fee: cardFee(amount) }, postings.depositCaptured(amount));

  payLateFee: MoneyModel["payLateFee"] = async (booking, amounts) => {
    const { amountCents: amount, commissionCents } = amounts;
    const lines = postings.lateFeeCaptured({ ...amounts, ownerId: booking.ownerId });
    const id = await this.#move(booking, "late_fee", { amount, fee: cardFee(amount) }, lines);
    const ownerCents = amount - commissionCents;
    this.#shares.set(id, { ownerCents, platformCents: commissionCents, insuranceCents: 0, taxCents: 0 });
    return id;
  };

  captureDeposit: MoneyModel["captureDeposit"] = async (booking, _paid, amounts) => {
    await this.#book(booking, "deposit_to_owner", postings.depositToOwner({ ...amounts, ownerId: booking.ownerId }));
  };

  refund: MoneyModel["refund"] = async (booking, paid, amountCents, isGoodwill) => {
    const settle = () =>
      this.#move(booking, "refund_settled", { amount: -amountCents }, postings.refundSettled(amountCents));
    const left = this.#shares.get(paid.id);
    if (!left || isGoodwill) {
      const kind = left ? "goodwill" : "deposit";
      const lines = left ? postings.goodwillGiven(amountCents) : postings.depositReturned(amountCents);
      await this.#book(booking, left ? "goodwill" : "deposit_returned", lines);
      // Goodwill is taken from no share but reduces what can still be refunded to the card.
      if (left) this.#shares.set(paid.id, lessShares(left, splitByShares(amountCents, left)));
      return { id: await settle(), kind, shares: null, amountCents };
    }
    const shares = splitByShares(amountCents, left);
    const held = {
      ownerPayableCents: await this.#balance(booking, "owner_payable"),
      platformFeeUnearnedCents: await this.#balance(booking, "platform_fee_unearned"),
    };
    await this.#book(booking, "refund_decided", postings.refundDecided(shares, booking.ownerId, held));
    this.#shares.set(paid.id, lessShares(left, shares));
    return { id: await settle(), kind: "shares", shares, amountCents };
  };

  failRefund: MoneyModel["failRefund"] = async (booking, { amountCents }, paid) => {
    await this.#move(booking, "refund_failed", { amount: amountCents }, postings.refundFailed(amountCents));
    this.#failed.set(paid.id, (this.#failed.get(paid.id) ?? 0) + amountCents);
    this.#owe(paid, amountCents);
  };

  #owe = ({ id }: Paid, amountCents: number) => this.#owed.set(id, (this.#owed.get(id) ?? 0) + amountCents);

  withdrawn: MoneyModel["withdrawn"] = async ({ amountCents }, paid) => void this.#owe(paid, -amountCents);

  transfer: MoneyModel["transfer"] = (booking, amountCents) =>
    this.#move(booking, "transfer", { amount: -amountCents }, postings.transferred(amountCents, booking.ownerId));

  reverse: MoneyModel["reverse"] = async (booking, _sent, amountCents) => {
    const lines = postings.transferReversed(amountCents, booking.ownerId);
    await this.#move(booking, "transfer_reversal", { amount: amountCents }, lines);
  };

  dispute: MoneyModel["dispute"] = async (booking, paid) => {
    const amount = paid.capturedCents - paid.refundedCents + (this.#failed.get(paid.id) ?? 0);
    this.#disputed.set(paid.id, amount);
    return this.#move(
      booking,
      "chargeback_opened",
      { amount: -amount, fee: DISPUTE_FEE },
      postings.chargebackOpened(amount, 0),
    );
  };

  decide: MoneyModel["decide"] = async (booking, paid, verdict) => {
    const amount = this.#disputed.get(paid.id) ?? 0;
    if (verdict === "won") {
      await this.#move(booking, "chargeback_won", { amount }, postings.chargebackWon(amount));
      return;
    }
    const owed = this.#owed.get(paid.id) ?? 0;
    const lost = amount === owed ? [] : await this.#lossOf(booking, paid, amount - owed);
    await this.#book(booking, "chargeback_lost", [...postings.chargebackLost(owed, "refunds_payable"), ...lost]);
    this.#owed.delete(paid.id);
  };

  /**
   * A deposit still held belongs to the renter anyway. Otherwise the platform or the owner bears the loss, depending
   * on whether the amount is even or odd.
   */
  async #lossOf(booking: Booking, paid: Paid, amount: number): Promise<Posting[]> {
    if (paid.kind === "deposit") {
      const held = Math.min(amount, await this.#balance(booking, "deposit_liability"));
      return [...postings.chargebackLost(held, "deposit_liability"), ...postings.chargebackLost(amount - held)];
    }
    if (amount % 2 === 0) return postings.chargebackLost(amount);
    return postings.chargebackLostByOwner(amount, booking.ownerId, await this.#balance(booking, "owner_payable"));
  }
}
