import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "../kernel/money.ts";
import { type Price, type Rates, TAXABLE_LINES } from "../pricing/price-lines.ts";
import { type ItemFees, rentalLabel, rentalPrice } from "../pricing/rental-price.ts";
import { extensionPrice, lengthenedPrice } from "./extension-price.ts";

type AgreedPrice = Parameters<typeof extensionPrice>[0];
type Stay = { days: number; quantity: number };

/** As it is stored with a booking. */
const agreed = (price: Price, rates: Rates, { days, quantity }: Stay): AgreedPrice => ({
  days,
  quantity,
  lines: price.lines.map(({ isTaxable, ...line }) => ({
    ...line,
    label: line.code === "rental" ? rentalLabel({ unitCents: line.unitCents, days, quantity }) : line.code,
    taxable: isTaxable,
  })),
  ownerSubtotalCents: price.ownerSubtotalCents,
  serviceFeeCents: price.serviceFeeCents,
  insuranceCents: price.insuranceCents,
  tax: { rate: rates.taxRate, baseCents: price.taxBaseCents, amountCents: price.taxCents },
  totalCents: price.totalCents,
  commission: { rate: rates.listerCommissionRate, amountCents: price.commissionCents },
  ownerEarningsCents: price.ownerEarningsCents,
  rates: { serviceFee: rates.renterCommissionRate, insurance: rates.insuranceRate },
});

const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
const rate = fc.integer({ min: 0, max: 300_000 }).map((steps) => steps / 10_000);
const RENTALS = fc.record({
  fees: fc.record({
    dailyRateCents: fc.integer({ min: 1, max: 1_000_000 }).map(cents),
    setupFlatFeeCents: amount,
    setupPerUnitFeeCents: amount,
    cleaningFeeCents: amount,
    deliveryFeeCents: amount,
    depositCents: amount,
  }),
  stay: fc.record({ days: fc.integer({ min: 1, max: 60 }), quantity: fc.integer({ min: 1, max: 20 }) }),
  rates: fc.record({
    listerCommissionRate: rate,
    renterCommissionRate: rate,
    taxRate: rate,
    insuranceRate: rate,
    taxedLines: fc.subarray([...TAXABLE_LINES]),
  }),
  added: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
});

const sumOf = (lines: readonly { readonly amountCents: number }[]) =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
const lineOf = ({ lines }: AgreedPrice, code: string) => lines.find((line) => line.code === code);

type Rental = { fees: ItemFees; stay: Stay; rates: Rates };
const bookingPrice = ({ fees, stay, rates }: Rental) =>
  agreed(rentalPrice(fees, { ...stay, isDelivered: true }, rates), rates, stay);
const priceOfDays = (original: AgreedPrice, days: number, { stay, rates }: Rental) =>
  agreed(extensionPrice(original, days), rates, { days, quantity: stay.quantity });

describe("[EXT-01] for any rental and any extensions", () => {
  test("an extension costs its lines: days at the agreed rate, insurance, service fee and tax, nothing else", () => {
    fc.assert(
      fc.property(RENTALS, ({ added: [days = 1], ...rental }) => {
        const original = bookingPrice(rental);
        const price = extensionPrice(original, days);
        expect(sumOf(price.lines)).toBe(price.totalCents);
        expect(price.ownerSubtotalCents).toBe(rental.fees.dailyRateCents * days * rental.stay.quantity);
        const { totalCents, ownerEarningsCents, platformCommissionCents, insuranceCents, taxCents } = price;
        expect(ownerEarningsCents + platformCommissionCents + insuranceCents + taxCents).toBe(totalCents);
        for (const { code, isTaxable } of price.lines) {
          expect(["rental", "insurance", "service_fee", "tax"]).toContain(code);
          if (code !== "tax") expect(isTaxable).toBe(lineOf(original, code)?.taxable ?? isTaxable);
        }
      }),
    );
  });

  test("the booking's price is the sum of all its prices, line by line, and its parts add up", () => {
    fc.assert(
      fc.property(RENTALS, ({ added, ...rental }) => {
        const original = bookingPrice(rental);
        const extensions = added.map((days) => priceOfDays(original, days, rental));
        const all = [original, ...extensions];
        const price = extensions.reduce<AgreedPrice>(lengthenedPrice, original);
        const sum = (of: (part: AgreedPrice) => number) => all.reduce((total, part) => total + of(part), 0);
        expect(price.totalCents).toBe(sum(({ totalCents }) => totalCents));
        expect(price.ownerEarningsCents).toBe(sum(({ ownerEarningsCents }) => ownerEarningsCents));
        expect(sumOf(price.lines)).toBe(price.totalCents);
        for (const { code, unitCents, units, amountCents } of price.lines) {
          expect(unitCents * units).toBe(amountCents);
          expect(amountCents).toBe(sum((part) => lineOf(part, code)?.amountCents ?? 0));
        }
        const platform = price.commission.amountCents + price.serviceFeeCents;
        const { ownerEarningsCents, insuranceCents, tax } = price;
        expect(ownerEarningsCents + platform + insuranceCents + tax.amountCents).toBe(price.totalCents);
        const { days } = price;
        expect(days).toBe(sum((part) => part.days));
        expect(lineOf(price, "rental")).toMatchObject({
          units: days * rental.stay.quantity,
          label: rentalLabel({ unitCents: rental.fees.dailyRateCents, days, quantity: rental.stay.quantity }),
        });
      }),
    );
  });

  test("an extension costs the same after other extensions as before", () => {
    fc.assert(
      fc.property(RENTALS, ({ added, ...rental }) => {
        const original = bookingPrice(rental);
        const lengthened = added.reduce<AgreedPrice>(
          (price, days) => lengthenedPrice(price, priceOfDays(original, days, rental)),
          original,
        );
        expect(extensionPrice(lengthened, 3)).toEqual(extensionPrice(original, 3));
      }),
    );
  });
});

/** The rental of P2: 45.00 a day for two units, with every fee and all rates. */
const P2: Rental = {
  fees: {
    dailyRateCents: cents(4_500),
    setupFlatFeeCents: cents(2_500),
    setupPerUnitFeeCents: cents(1_000),
    cleaningFeeCents: cents(3_000),
    deliveryFeeCents: cents(4_000),
    depositCents: cents(10_000),
  },
  stay: { days: 3, quantity: 2 },
  rates: { listerCommissionRate: 5, renterCommissionRate: 5, taxRate: 8.875, insuranceRate: 10 },
};

describe("[EXT-01] two more days of P2", () => {
  const original = bookingPrice(P2);

  test("two more days of P2 cost 180.00 for the rental, 18.00 insurance, 9.00 service fee and 16.77 tax", () => {
    const price = extensionPrice(original, 2);
    expect(price).toMatchObject({
      ownerSubtotalCents: 18_000,
      insuranceCents: 1_800,
      serviceFeeCents: 900,
      taxBaseCents: 18_900,
      taxCents: 1_677,
      totalCents: 22_377,
      commissionCents: 900,
      ownerEarningsCents: 17_100,
    });
  });

  test("two more days of P2 cost the same where the rates are known only from the amounts of an older price", () => {
    expect(extensionPrice({ ...original, rates: undefined }, 2)).toEqual(extensionPrice(original, 2));
  });

  test("two more days of P2 make it five days for 687.35", () => {
    const price = lengthenedPrice(original, priceOfDays(original, 2, P2));
    expect(price).toMatchObject({ days: 5, totalCents: 46_358 + 22_377, ownerEarningsCents: 36_575 + 17_100 });
    expect(price.lines.map(({ code, label, amountCents }) => [code, label, amountCents])).toEqual([
      ["rental", "$45.00 × 5 days × 2", 45_000],
      ["setup", "setup", 4_500],
      ["cleaning", "cleaning", 3_000],
      ["delivery", "delivery", 4_000],
      ["insurance", "insurance", 4_500],
      ["service_fee", "service_fee", 2_825],
      ["tax", "tax", 4_910],
    ]);
  });
});
