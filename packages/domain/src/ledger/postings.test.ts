import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "../kernel/money.ts";
import { priceOf } from "../pricing/price-lines.ts";
import { rentalPrice } from "../pricing/rental-price.ts";
import { inverseOf, OWNER_ACCOUNTS, type Posting, sumOfPostings } from "./accounts.ts";
import * as postings from "./postings.ts";
import { lessShares, sharesOfPrice, splitByShares, totalOfShares } from "./postings.ts";

const OWNER = "0190a0a0-0000-7000-8000-000000000001";

const FEES = {
  dailyRateCents: cents(4500),
  setupFlatFeeCents: cents(2500),
  setupPerUnitFeeCents: cents(1000),
  cleaningFeeCents: cents(3000),
  deliveryFeeCents: cents(4000),
  depositCents: cents(10000),
};
const RATES = { listerCommissionRate: 5, renterCommissionRate: 5, taxRate: 8.875, insuranceRate: 10 };
const SHARES = sharesOfPrice(rentalPrice(FEES, { days: 3, quantity: 2, isDelivered: true }, RATES));

const lines = (posted: readonly Posting[]) =>
  Object.fromEntries(posted.map(({ account, amountCents }) => [account, amountCents]));

describe("postings of each event", () => {
  test("a capture is divided into the owner's share, unearned platform fee, insurance and tax", () => {
    expect(lines(postings.captured(SHARES, OWNER))).toEqual({
      stripe_balance: 46358,
      owner_payable: -36575,
      platform_fee_unearned: -3850,
      insurance_payable: -2700,
      tax_payable: -3233,
    });
  });

  test("a refund draws on what is still held; paid-out amounts become the owner's debt, earned fees our loss", () => {
    const some = splitByShares(10_000, SHARES);
    const held = { ownerPayableCents: 36575, platformFeeUnearnedCents: 3850 };
    expect(lines(postings.refundDecided(some, OWNER, held))).toEqual({
      owner_payable: 7890,
      platform_fee_unearned: 831,
      insurance_payable: 582,
      tax_payable: 697,
      refunds_payable: -10_000,
    });
    const afterwards = { ownerPayableCents: 90, platformFeeUnearnedCents: 0 };
    expect(lines(postings.refundDecided(some, OWNER, afterwards))).toMatchObject({
      owner_payable: 90,
      owner_receivable: 7800,
      platform_revenue: 831,
    });
  });

  test("a withdrawn refund restores every share and pays the owner's debt first", () => {
    const some = splitByShares(10_000, SHARES);
    expect(lines(postings.refundWithdrawn(some, OWNER, 7_800))).toEqual({
      refunds_payable: 10_000,
      owner_receivable: -7_800,
      owner_payable: -90,
      platform_fee_unearned: -831,
      insurance_payable: -582,
      tax_payable: -697,
    });
  });

  test.each([
    ["a provider fee", postings.providerFee(320), { stripe_fees: 320, stripe_balance: -320 }],
    ["a settled refund", postings.refundSettled(700), { refunds_payable: 700, stripe_balance: -700 }],
    ["a failed refund", postings.refundFailed(700), { refunds_payable: -700, stripe_balance: 700 }],
    ["a refund paid by an admin", postings.refundPaidByAdmin(700), { refunds_payable: 700, platform_bank: -700 }],
    ["a captured deposit", postings.depositCaptured(900), { stripe_balance: 900, deposit_liability: -900 }],
    ["a returned deposit", postings.depositReturned(900), { deposit_liability: 900, refunds_payable: -900 }],
    [
      "a deposit transferred to the owner",
      postings.depositToOwner({ amountCents: 900, commissionCents: 45, ownerId: OWNER }),
      { deposit_liability: 900, owner_payable: -855, platform_revenue: -45 },
    ],
    [
      "a late fee with commission",
      postings.lateFeeCaptured({ amountCents: 2500, commissionCents: 125, ownerId: OWNER }),
      { stripe_balance: 2500, owner_payable: -2375, platform_revenue: -125 },
    ],
    [
      "a damage charge",
      postings.damageCaptured({ amountCents: 2500, commissionCents: 0, ownerId: OWNER }),
      { stripe_balance: 2500, owner_payable: -2500 },
    ],
    ["a transfer", postings.transferred(300, OWNER), { owner_payable: 300, stripe_balance: -300 }],
    ["a reversed transfer", postings.transferReversed(300, OWNER), { owner_payable: -300, stripe_balance: 300 }],
    [
      "an opened chargeback",
      postings.chargebackOpened(5000, 1500),
      { chargeback_receivable: 5000, stripe_fees: 1500, stripe_balance: -6500 },
    ],
    ["a chargeback won", postings.chargebackWon(5000), { stripe_balance: 5000, chargeback_receivable: -5000 }],
    [
      "a chargeback lost by the platform",
      postings.chargebackLost(5000),
      { chargeback_loss: 5000, chargeback_receivable: -5000 },
    ],
    [
      "a lost chargeback of a deposit",
      postings.chargebackLost(5000, "deposit_liability"),
      { deposit_liability: 5000, chargeback_receivable: -5000 },
    ],
    [
      "a chargeback lost by an owner who is owed money",
      postings.chargebackLostByOwner(5000, OWNER, 4000),
      { owner_payable: 4000, owner_receivable: 1000, chargeback_receivable: -5000 },
    ],
    ["an owner penalty", postings.ownerPenalty(800, OWNER), { owner_receivable: 800, platform_revenue: -800 }],
    ["a netted owner debt", postings.ownerDebtNetted(800, OWNER), { owner_payable: 800, owner_receivable: -800 }],
    ["a goodwill refund", postings.goodwillGiven(800), { goodwill: 800, refunds_payable: -800 }],
    ["a platform payout", postings.platformPaidOut(800), { platform_bank: 800, stripe_balance: -800 }],
    ["a returned platform payout", postings.platformPayoutReturned(800), { platform_bank: -800, stripe_balance: 800 }],
    ["closing a booking", postings.closed(3850), { platform_fee_unearned: 3850, platform_revenue: -3850 }],
    ["closing a booking with nothing to earn", postings.closed(0), { platform_fee_unearned: 0, platform_revenue: 0 }],
  ])("%s", (_, posted, expected) => {
    expect(lines(posted)).toEqual(expected);
    expect(sumOfPostings(posted)).toBe(0);
    expect(sumOfPostings([...posted, ...inverseOf(posted)])).toBe(0);
  });

  test("a posting rejects negative and fractional amounts, and a commission above the amount", () => {
    expect(() => postings.refundSettled(-1)).toThrow(RangeError);
    expect(() => postings.refundSettled(0.5)).toThrow(RangeError);
    expect(() => postings.lateFeeCaptured({ amountCents: 10, commissionCents: 11, ownerId: OWNER })).toThrow(
      RangeError,
    );
  });
});

const amount = fc.integer({ min: 0, max: 99_999_999 });
const shares = fc.record({ ownerCents: amount, platformCents: amount, insuranceCents: amount, taxCents: amount });

describe("for any amounts", () => {
  test("every event balances, names the owner on owner accounts, and has no zero lines", () => {
    const charge = fc.tuple(amount, amount).map(([one, other]) => ({
      amountCents: Math.max(one, other),
      commissionCents: Math.min(one, other),
      ownerId: OWNER,
    }));
    fc.assert(
      fc.property(shares, charge, amount, amount, (given, owners, one, other) => {
        const held = { ownerPayableCents: one, platformFeeUnearnedCents: other };
        const posted = [
          postings.captured(given, OWNER),
          postings.refundDecided(given, OWNER, held),
          postings.refundWithdrawn(given, OWNER, one),
          postings.lateFeeCaptured(owners),
          postings.damageCaptured(owners),
          postings.depositToOwner(owners),
          postings.chargebackOpened(one, other),
          postings.chargebackLostByOwner(one, OWNER, other),
        ];
        for (const event of posted) {
          expect(sumOfPostings(event)).toBe(0);
          for (const { account, amountCents, userId } of event) {
            expect(amountCents).not.toBe(0);
            expect(userId).toBe(OWNER_ACCOUNTS.some((name) => name === account) ? OWNER : undefined);
          }
        }
      }),
    );
  });

  test("an amount is split within a cent of each share's proportion, sums exactly, and leaves none negative", () => {
    const partOfShares = shares.chain((left) =>
      fc.tuple(fc.constant(left), fc.integer({ min: 0, max: totalOfShares(left) })),
    );
    fc.assert(
      fc.property(partOfShares, ([left, part]) => {
        const split = splitByShares(part, left);
        const total = totalOfShares(left);
        expect(totalOfShares(split)).toBe(part);
        for (const name of ["ownerCents", "platformCents", "insuranceCents", "taxCents"] as const) {
          expect(split[name]).toBeGreaterThanOrEqual(0);
          expect(split[name]).toBeLessThanOrEqual(left[name]);
          if (total > 0) expect(Math.abs(split[name] - (part / total) * left[name])).toBeLessThan(1.001);
        }
      }),
    );
  });

  test("the last of a series of refunds takes exactly what is left", () => {
    fc.assert(
      fc.property(shares, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (given, parts) => {
        let left = given;
        for (const part of parts) left = lessShares(left, splitByShares(Math.floor(totalOfShares(left) * part), left));
        expect(lessShares(left, splitByShares(totalOfShares(left), left))).toEqual({
          ownerCents: 0,
          platformCents: 0,
          insuranceCents: 0,
          taxCents: 0,
        });
      }),
    );
  });

  test("a posting rejects taking more than is left", () => {
    expect(() => splitByShares(46359, SHARES)).toThrow(RangeError);
    expect(() => splitByShares(-1, SHARES)).toThrow(RangeError);
    expect(splitByShares(0, sharesOfPrice(priceOf([], cents(0), RATES)))).toMatchObject({ ownerCents: 0 });
  });
});
