import Stripe from "stripe";
import type { SandboxUnderTest } from "./sandbox-under-test.ts";

const CARDS = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_bypassPending",
  "pm_card_bypassPending",
  "pm_card_createDispute",
  "pm_card_createDisputeInquiry",
  "pm_card_pendingRefund",
  "pm_card_refundFail",
  "pm_card_chargeDeclined",
];

const CAPTURES = ["manual", "manual", "automatic", "automatic_async"] as const;

/** Gives the same numbers for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Simulates payments, transfers and payouts of one platform and one owner; the sandbox rejects impossible steps. */
export class RandomBusiness {
  readonly #sandbox: SandboxUnderTest;
  readonly #stripe: Stripe;
  readonly #random: () => number;
  readonly #owner: string;
  readonly #intents: string[] = [];
  readonly #charges: string[] = [];
  readonly #transfers: string[] = [];
  readonly #payouts: string[] = [];
  readonly #disputes: string[] = [];

  constructor(sandbox: SandboxUnderTest, owner: string, seed: number) {
    this.#sandbox = sandbox;
    this.#stripe = sandbox.stripe;
    this.#owner = owner;
    this.#random = numbersFrom(seed);
  }

  /** Returns how many of the steps were not rejected. */
  async run(steps: number): Promise<number> {
    let done = 0;
    await this.#pay();
    for (let step = 0; step < steps; step += 1) {
      try {
        await this.#pick(this.#actions)();
        done += 1;
      } catch (error) {
        const isRejection =
          error instanceof Stripe.errors.StripeError && [400, 402, 404].includes(error.statusCode ?? 0);
        if (!isRejection) throw error;
      }
    }
    return done;
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error("Nothing to pick from");
    return value;
  }

  #amount(upTo: number): number {
    return 1 + Math.floor(this.#random() * upTo);
  }

  /** A random one of these ids, or an id that does not exist. */
  #one = (ids: readonly string[]) => (ids.length > 0 ? this.#pick(ids) : "none_yet");

  #pay = async () => {
    try {
      const intent = await this.#stripe.paymentIntents.create({
        amount: 50 + this.#amount(50_000),
        currency: "usd",
        allowed_payment_method_types: ["card"],
        capture_method: this.#pick(CAPTURES),
        payment_method: this.#pick(CARDS),
        confirm: true,
      });
      this.#intents.push(intent.id);
      if (typeof intent.latest_charge === "string") this.#charges.push(intent.latest_charge);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    }
  };

  readonly #actions: readonly (() => Promise<unknown>)[] = [
    this.#pay,
    () => this.#stripe.paymentIntents.capture(this.#one(this.#intents), { amount_to_capture: this.#amount(40_000) }),
    () => this.#stripe.paymentIntents.capture(this.#one(this.#intents)),
    () => this.#stripe.paymentIntents.cancel(this.#one(this.#intents)),
    () => this.#stripe.refunds.create({ payment_intent: this.#one(this.#intents), amount: this.#amount(20_000) }),
    () => this.#stripe.refunds.create({ payment_intent: this.#one(this.#intents) }),
    async () => {
      const transfer = await this.#stripe.transfers.create({
        amount: this.#amount(20_000),
        currency: "usd",
        destination: this.#owner,
        ...(this.#random() < 0.7 && { source_transaction: this.#one(this.#charges) }),
      });
      this.#transfers.push(transfer.id);
    },
    () => this.#stripe.transfers.createReversal(this.#one(this.#transfers), { amount: this.#amount(10_000) }),
    async () => {
      const account = this.#random() < 0.5 ? {} : { stripeAccount: this.#owner };
      const payout = await this.#stripe.payouts.create({ amount: this.#amount(15_000), currency: "usd" }, account);
      this.#payouts.push(payout.id);
    },
    async () => {
      const payout = this.#payouts.pop();
      if (payout) await this.#sandbox.control.failPayout(payout);
    },
    async () => {
      const { data } = await this.#stripe.disputes.list({ charge: this.#one(this.#charges) });
      this.#disputes.push(...data.map(({ id }) => id));
    },
    () =>
      this.#stripe.disputes.update(this.#one(this.#disputes), {
        evidence: { uncategorized_text: this.#random() < 0.5 ? "winning_evidence" : "losing_evidence" },
      }),
    async () => this.#sandbox.passDays(this.#random() * 3),
  ];
}
