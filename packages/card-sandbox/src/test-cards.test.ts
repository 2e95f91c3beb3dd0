import { expect, test } from "vitest";
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

test("knows every documented name of a test card", () => {
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

test("finds a test number with spaces or dashes, and no other number", () => {
  expect(findCardByNumber("4242 4242 4242 4242")).toBe("pm_card_visa");
  expect(findCardByNumber("4000-0027-6000-3184")).toBe("pm_card_authenticationRequired");
  for (const other of ["4111111111111111", "424242424242424", "42424242424242424", "", "pm_card_visa"]) {
    expect(findCardByNumber(other)).toBeNull();
  }
});

test("accepts Stripe's names, not those of object properties", () => {
  expect(isTestCardName("pm_card_visa")).toBe(true);
  expect(isTestCardName("toString")).toBe(false);
});
