import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyRates, cents, centsFromDecimal, decimalFromCents, percentOf, rateFromPercent } from "./money.ts";

describe("cents", () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("cents reject %s", (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });

  test("cents have a single zero", () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
  });
});

describe("percentOf", () => {
  test.each([
    [2500, 8.25, 206],
    [36425, 8.875, 3233],
    [2100, 4.5, 95],
    [2100, 7.5, 158],
    [2997, 3.33, 100],
    [3000, 5, 150],
    [0, 8.875, 0],
    [2500, 0, 0],
  ])("%i cents at %d %% are %i", (amount, percent, expected) => {
    expect(percentOf(cents(amount), percent)).toBe(expected);
  });

  test.each([
    [2500, 1.14, 29],
    [2500, 4.02, 101],
    [10500, 0.7, 74],
    [10500, 2.3, 242],
    [100000, 1.0005, 1001],
  ])("%i cents at %d %% is a tie that floating point may round wrong: %i", (amount, percent, expected) => {
    expect(percentOf(cents(amount), percent)).toBe(expected);
    expect(percentOf(cents(-amount), percent)).toBe(-expected);
  });

  test("just below a tie rounds down", () => {
    expect(percentOf(cents(100), 1.4999)).toBe(1);
    expect(percentOf(cents(100), 1.5)).toBe(2);
    expect(percentOf(cents(100), 1.005)).toBe(1);
  });

  test("percentOf throws for a rate that is not a decimal with at most four places", () => {
    expect(() => percentOf(cents(100), 8.87501)).toThrow(RangeError);
    expect(() => percentOf(cents(100), 0.1 + 0.2)).toThrow(RangeError);
    expect(() => percentOf(cents(100), Number.NaN)).toThrow(RangeError);
    expect(() => percentOf(cents(100), Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => percentOf(cents(100), "8.87501")).toThrow(RangeError);
  });

  test("percentOf throws for a result beyond the safe integers instead of approximating it", () => {
    expect(() => percentOf(cents(Number.MAX_SAFE_INTEGER), 101)).toThrow(RangeError);
  });

  test("percentOf is exact for every four-decimal rate: within half a cent, ties away from zero", () => {
    const amounts = fc.integer({ min: -1e12, max: 1e12 });
    const rateSteps = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amounts, rateSteps, (amount, steps) => {
        const result = percentOf(cents(amount), Number((steps / 10_000).toFixed(4)));
        const twiceError = 2n * (BigInt(result) * 1_000_000n - BigInt(amount) * BigInt(steps));
        const outward = amount < 0 ? -twiceError : twiceError;
        expect(outward > -1_000_000n && outward <= 1_000_000n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("rates", () => {
  test.each([
    ["33.3", 333_000n],
    ["33.30", 333_000n],
    ["8.8750", 88_750n],
    [8.875, 88_750n],
    ["0", 0n],
    ["100.00", 1_000_000n],
    [0.01, 100n],
  ])("%j percent is %s ten-thousandths of a percent", (percent, expected) => {
    expect(rateFromPercent(percent)).toBe(expected);
  });

  test.each(["", "-1", -0.5, "1e2", " 5", "5%", "1.00000", 0.1 + 0.2])("%j is not a rate", (percent) => {
    expect(() => rateFromPercent(percent)).toThrow(RangeError);
  });

  test("rates are multiplied before rounding once", () => {
    const [half, double] = [rateFromPercent("50"), rateFromPercent("200")];
    expect(applyRates(cents(999), half, double)).toBe(999);
    expect(applyRates(cents(999), half)).toBe(500);
    expect(applyRates(cents(-999), half)).toBe(-500);
    expect(applyRates(cents(999))).toBe(999);
  });
});

describe("decimal text", () => {
  test.each([
    ["25.00", 2500],
    ["25", 2500],
    ["25.5", 2550],
    [25, 2500],
    [25.5, 2550],
    [0.07, 7],
    ["0", 0],
    [1.15, 115],
    ["90071992547409.91", Number.MAX_SAFE_INTEGER],
  ])("%j is %i cents", (input, expected) => {
    expect(centsFromDecimal(input)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ["", "not_an_amount"],
    [" 25", "not_an_amount"],
    ["25.", "not_an_amount"],
    [".5", "not_an_amount"],
    ["1,000.00", "not_an_amount"],
    ["$25", "not_an_amount"],
    ["1e3", "not_an_amount"],
    ["0x10", "not_an_amount"],
    ["25\n", "not_an_amount"],
    ["٢٥", "not_an_amount"],
    [Number.NaN, "not_an_amount"],
    [Number.POSITIVE_INFINITY, "not_an_amount"],
    ["-1", "amount_negative"],
    [-0.01, "amount_negative"],
    ["1.005", "amount_too_precise"],
    ["1.000", "amount_too_precise"],
    [0.1 + 0.2, "amount_too_precise"],
    ["90071992547409.92", "amount_too_large"],
    ["9".repeat(400), "amount_too_large"],
  ])("the decimal text rejects %j: %s", (input, code) => {
    expect(centsFromDecimal(input)).toEqual({ ok: false, code });
  });

  test("the decimal text has two decimals and keeps its sign", () => {
    expect(decimalFromCents(cents(2500))).toBe("25.00");
    expect(decimalFromCents(cents(7))).toBe("0.07");
    expect(decimalFromCents(cents(0))).toBe("0.00");
    expect(decimalFromCents(cents(-150))).toBe("-1.50");
  });

  test("decimal text round-trips to the same cents, as text and as a JSON number", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000_000 }), (amount) => {
        const text = decimalFromCents(cents(amount));
        expect(centsFromDecimal(text)).toEqual({ ok: true, value: amount });
        expect(centsFromDecimal(Number(text))).toEqual({ ok: true, value: amount });
      }),
    );
  });
});
