import { describe, expect, test } from "vitest";
import { parseForm, type Raw } from "./http/fields.ts";
import { fingerprint } from "./http/idempotency.ts";
import { dollars, Refusal } from "./http/refusals.ts";
import { cardFee } from "./money/balance-transactions.ts";
import { coverageTable } from "./pages/coverage.ts";
import { findCardByNumber, isTestCardName, TEST_CARDS, type TestCard, testCard } from "./test-cards.ts";

const numbers = Object.values(TEST_CARDS).map(({ number }) => number);

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const total = digits.reduce((sum, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return total % 10 === 0;
}

/** Every name on https://docs.stripe.com/testing, without those of other payment methods and of card readers. */
const DOCUMENTED = `
visa visa_debit mastercard mastercard_debit mastercard_prepaid amex discover diners jcb unionpay
visa_cartesBancaires mastercard_cartesBancaires visa_debit_eftposAuCoBranded mastercard_debit_eftposAuCoBranded
us ar br ca cl co cr ec mx pa py pe uy ae ae_mastercard at be bg by hr cy cz dk ee fi fr de gi gr hu ie it lv li lt lu mt
nl no pl pt ro si sk es se ch gb gb_debit gb_mastercard au cn hk in jp my nz sg tw th_credit th_debit
debit_visaFsaProductCode debit_visaHsaProductCode mastercard_debit_mastercardFsaProductCode
visa_chargeDeclined visa_chargeDeclinedInsufficientFunds visa_chargeDeclinedLostCard visa_chargeDeclinedStolenCard
chargeDeclinedExpiredCard chargeDeclinedIncorrectCvc chargeDeclinedProcessingError
visa_chargeDeclinedVelocityLimitExceeded chargeCustomerFail
radarBlock riskLevelHighest riskLevelElevated cvcCheckFail avsZipFail cvcCheckFailElevatedRisk avsZipFailElevatedRisk
avsLine1Fail avsFail avsUnchecked
createDispute createDisputeProductNotReceived createDisputeInquiry createIssuerFraudRecord createMultipleDisputes
createCe3EligibleDispute createComplianceDispute pendingRefund refundFail bypassPending bypassPendingInternational
authenticationRequiredOnSetup authenticationRequired authenticationRequiredSetupForOffSession
authenticationRequiredChargeDeclinedInsufficientFunds threeDSecure2Required threeDSecureRequiredChargeDeclined
threeDSecureRequiredProcessingError threeDSecureOptional threeDSecureOptionalProcessingError
amex_threeDSecureNotSupported`;

test("the sandbox knows every documented name of a test card", () => {
  const names = DOCUMENTED.trim()
    .split(/\s+/)
    .map((name) => `pm_card_${name}`);
  expect(names.filter((name) => !isTestCardName(name))).toEqual([]);
});

test("every number passes the Luhn check of card forms, and its names agree about its network and country", () => {
  expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
  for (const { number, brand, country } of Object.values<TestCard>(TEST_CARDS)) {
    const first = testCard(findCardByNumber(number) ?? "pm_card_visa");
    expect([number, brand, country]).toEqual([first.number, first.brand, first.country]);
  }
});

test("the card sandbox finds a test number with spaces or dashes, and no other number", () => {
  expect(findCardByNumber("4242 4242 4242 4242")).toBe("pm_card_visa");
  expect(findCardByNumber("4000-0027-6000-3184")).toBe("pm_card_authenticationRequired");
  for (const other of ["4111111111111111", "424242424242424", "42424242424242424", "", "pm_card_visa"]) {
    expect(findCardByNumber(other)).toBeNull();
  }
});

test("the card sandbox accepts Stripe's names, not those of object properties", () => {
  expect(isTestCardName("pm_card_visa")).toBe(true);
  expect(isTestCardName("toString")).toBe(false);
});

const plain = (raw: Raw): unknown =>
  typeof raw === "string" ? raw : Object.fromEntries([...raw].map(([name, value]) => [name, plain(value)]));

describe("parseForm", () => {
  test.each([
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a[b]=1&a[c][d]=2", { a: { b: "1", c: { d: "2" } } }],
    ["a[0]=x&a[1]=y", { a: { 0: "x", 1: "y" } }],
    ["a[]=x&a[]=y", { a: { 0: "x", 1: "y" } }],
    ["a%5Bb%5D=x+y%26z", { a: { b: "x y&z" } }],
    ["a=", { a: "" }],
    ["a=1&a=2", { a: "2" }],
    ["", {}],
  ])("parseForm parses %s", (text, expected) => {
    expect(plain(parseForm(text))).toEqual(expected);
  });

  test.each(["a[b", "a]b=1", "[a]=1", "a[b]c=1", "a=1&a[b]=2", "a=%00", "a[b][c][d][e][f][g]=1"])(
    "parseForm rejects %s",
    (text) => {
      expect(() => parseForm(text)).toThrow(Refusal);
    },
  );

  test("parseForm cannot reach any prototype", () => {
    const form = parseForm("__proto__[polluted]=yes&a[__proto__][polluted]=yes&constructor[prototype][polluted]=yes");
    expect(form.has("__proto__")).toBe(true);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

test("the fingerprint ignores the order of parameters and nothing else", () => {
  const print = (given: unknown, path = "/v1/x") => fingerprint("POST", path, given);
  expect(print({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(print({ b: { d: [1, 2], c: 2 }, a: 1 }));
  expect(print({ a: 1 })).not.toBe(print({ a: "1" }));
  expect(print({ a: [1, 2] })).not.toBe(print({ a: [2, 1] }));
  expect(print({ a: 1 })).not.toBe(print({ a: 1 }, "/v1/y"));
});

test.each([
  [50, 31],
  [100, 33],
  [1_000, 59],
  [7_000, 233],
  [10_000, 320],
  [50_017, 1_480],
  [50_018, 1_481],
])("a charge of %i cents has a fee of %i cents", (amount, fee) => {
  expect(cardFee(amount)).toBe(fee);
});

test("the card sandbox shows the sign of an amount before the dollar sign", () => {
  expect([1_559, -1_559, -5].map(dollars)).toEqual(["$15.59", "-$15.59", "-$0.05"]);
});

// `npx vitest run packages/card-sandbox/src/sandbox-rules --project unit --update` accepts a change that is meant.
test("COVERAGE.md lists what the code covers", async () => {
  await expect(coverageTable()).toMatchFileSnapshot("../COVERAGE.md");
});
