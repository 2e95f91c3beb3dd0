import { COUNTRY_CARDS } from "./payments/country-cards.ts";

export type Decline = { code: string; declineCode: string; message: string };

export type TestCard = {
  number: string;
  brand: "visa" | "mastercard" | "amex" | "diners" | "discover" | "jcb" | "unionpay";
  funding: "credit" | "debit" | "prepaid";
  /** Of the bank that issued it; the United States unless given. */
  country?: string;
  /** The second network on the card. */
  coBrand?: "cartes_bancaires" | "eftpos_au";
  decline?: Decline;
  /** True if saving it with a customer is declined as well. */
  isDeclinedWhenSaved?: boolean;
  /** Blocked before it reaches the bank. */
  isBlocked?: boolean;
  /** When the cardholder must authenticate. Cards without this field do so only when the caller asks for it. */
  authentication?: "always" | "unless_set_up" | "on_session" | "never";
  risk?: { level: "elevated" | "highest"; score: number };
  checks?: Partial<Record<CardCheck, "fail" | "unavailable">>;
  /** Happens some time after the capture. */
  later?: "dispute" | "two_disputes" | "inquiry" | "fraud_warning";
  /** Why the cardholder disputes the charge; fraudulent unless given. */
  disputeReason?: "product_not_received" | "noncompliant";
  disputeEligibility?: "visa_compelling_evidence_3" | "visa_compliance";
  refunds?: "pending" | "failing";
  isAvailableAtOnce?: boolean;
};

export type CardCheck = "cvc_check" | "address_postal_code_check" | "address_line1_check";

const declined = (declineCode: string, message = "Your card was declined."): Decline => ({
  code: "card_declined",
  declineCode,
  message,
});

const visa = (number: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  brand: "visa",
  funding: "credit",
  ...more,
});

export const GENERIC_DECLINE = declined("generic_decline");

const declinedCard = (number: string, decline: Decline): TestCard =>
  visa(number, { decline, isDeclinedWhenSaved: true });

const card = (brand: TestCard["brand"], number: string, more: Partial<TestCard> = {}): TestCard => ({
  ...visa(number, more),
  brand,
});

const ELEVATED_RISK = { level: "elevated", score: 68 } as const;

const INSUFFICIENT = declined("insufficient_funds", "Your card has insufficient funds.");

const GENERIC = declinedCard("4000000000000002", GENERIC_DECLINE);
const NO_FUNDS = declinedCard("4000000000009995", INSUFFICIENT);
const LOST = declinedCard("4000000000009987", declined("lost_card"));
const STOLEN = declinedCard("4000000000009979", declined("stolen_card"));
const BLOCKED = visa("4100000000000019", {
  isBlocked: true,
  risk: { level: "highest", score: 92 },
  decline: declined("fraudulent"),
});

/** Stripe's own test names and numbers; no other number is accepted as a card. Some numbers have several names. */
export const TEST_CARDS = {
  pm_card_visa: visa("4242424242424242"),
  pm_card_us: visa("4242424242424242"),
  pm_card_visa_debit: visa("4000056655665556", { funding: "debit" }),
  pm_card_mastercard: card("mastercard", "5555555555554444"),
  pm_card_mastercard_debit: card("mastercard", "5200828282828210", { funding: "debit" }),
  pm_card_mastercard_prepaid: card("mastercard", "5105105105105100", { funding: "prepaid" }),
  pm_card_amex: card("amex", "378282246310005"),
  pm_card_discover: card("discover", "6011111111111117"),
  pm_card_diners: card("diners", "3056930009020004"),
  pm_card_jcb: card("jcb", "3566002020360505", { country: "JP" }),
  pm_card_unionpay: card("unionpay", "6200000000000005", { country: "CN" }),
  pm_card_visa_cartesBancaires: visa("4000002500001001", { country: "FR", coBrand: "cartes_bancaires" }),
  pm_card_mastercard_cartesBancaires: card("mastercard", "5555552500001001", {
    country: "FR",
    coBrand: "cartes_bancaires",
  }),
  pm_card_visa_debit_eftposAuCoBranded: visa("4000050360000001", {
    country: "AU",
    funding: "debit",
    coBrand: "eftpos_au",
  }),
  pm_card_mastercard_debit_eftposAuCoBranded: card("mastercard", "5555050360000080", {
    country: "AU",
    funding: "debit",
    coBrand: "eftpos_au",
  }),
  pm_card_debit_visaFsaProductCode: visa("4000051230000072", { funding: "debit" }),
  pm_card_debit_visaHsaProductCode: visa("4000051230000072", { funding: "debit" }),
  pm_card_mastercard_debit_mastercardFsaProductCode: card("mastercard", "5200828282828897", { funding: "debit" }),
  ...COUNTRY_CARDS,

  pm_card_bypassPending: visa("4000000000000077", { isAvailableAtOnce: true }),
  pm_card_bypassPendingInternational: visa("4000003720000278", { isAvailableAtOnce: true, country: "IE" }),
  pm_card_domesticPricing: visa("4000000000000093"),

  pm_card_chargeDeclined: GENERIC,
  pm_card_visa_chargeDeclined: GENERIC,
  pm_card_chargeDeclinedInsufficientFunds: NO_FUNDS,
  pm_card_visa_chargeDeclinedInsufficientFunds: NO_FUNDS,
  pm_card_chargeDeclinedLostCard: LOST,
  pm_card_visa_chargeDeclinedLostCard: LOST,
  pm_card_chargeDeclinedStolenCard: STOLEN,
  pm_card_visa_chargeDeclinedStolenCard: STOLEN,
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declinedCard(
    "4000000000006975",
    declined(
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
    ),
  ),
  pm_card_chargeDeclinedExpiredCard: declinedCard("4000000000000069", {
    code: "expired_card",
    declineCode: "expired_card",
    message: "Your card has expired.",
  }),
  pm_card_chargeDeclinedIncorrectCvc: declinedCard("4000000000000127", {
    code: "incorrect_cvc",
    declineCode: "incorrect_cvc",
    message: "Your card's security code is incorrect.",
  }),
  pm_card_chargeDeclinedProcessingError: declinedCard("4000000000000119", {
    code: "processing_error",
    declineCode: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  }),
  pm_card_chargeCustomerFail: visa("4000000000000341", { decline: GENERIC_DECLINE }),

  pm_card_authenticationRequired: visa("4000002760003184", { authentication: "always", country: "DE" }),
  pm_card_authenticationRequiredOnSetup: visa("4000002500003155", { authentication: "unless_set_up", country: "FR" }),
  pm_card_authenticationRequiredSetupForOffSession: visa("4000003800000446", {
    authentication: "on_session",
    country: "IT",
  }),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: visa("4000008260003178", {
    authentication: "always",
    country: "GB",
    decline: INSUFFICIENT,
  }),
  pm_card_threeDSecure2Required: visa("4000000000003220", { authentication: "always", country: "IE" }),
  pm_card_threeDSecureRequired: visa("4000000000003063", { authentication: "always" }),
  pm_card_threeDSecureRequiredChargeDeclined: visa("4000008400001629", {
    authentication: "always",
    decline: GENERIC_DECLINE,
  }),
  // The look-up fails before anyone can be asked.
  pm_card_threeDSecureRequiredProcessingError: visa("4000008400001280", { decline: GENERIC_DECLINE }),
  pm_card_threeDSecureOptional: visa("4000000000003055"),
  pm_card_threeDSecureOptionalProcessingError: visa("4000000000003097", { authentication: "never" }),
  pm_card_amex_threeDSecureNotSupported: card("amex", "378282246310005", { authentication: "never" }),

  pm_card_radarBlock: BLOCKED,
  pm_card_chargeDeclinedFraudulent: BLOCKED,
  pm_card_riskLevelHighest: visa("4000000000004954", { risk: { level: "highest", score: 85 } }),
  pm_card_riskLevelElevated: visa("4000000000009235", { risk: ELEVATED_RISK }),
  pm_card_cvcCheckFail: visa("4000000000000101", { checks: { cvc_check: "fail" } }),
  pm_card_cvcCheckFailElevatedRisk: visa("4000058400307872", { checks: { cvc_check: "fail" }, risk: ELEVATED_RISK }),
  pm_card_avsZipFail: visa("4000000000000036", { checks: { address_postal_code_check: "fail" } }),
  pm_card_avsZipFailElevatedRisk: visa("4000058400306072", {
    checks: { address_postal_code_check: "fail" },
    risk: ELEVATED_RISK,
  }),
  pm_card_avsLine1Fail: visa("4000000000000028", { checks: { address_line1_check: "fail" } }),
  pm_card_avsFail: visa("4000000000000010", {
    checks: { address_line1_check: "fail", address_postal_code_check: "fail" },
  }),
  pm_card_avsUnchecked: visa("4000000000000044", {
    checks: { address_line1_check: "unavailable", address_postal_code_check: "unavailable" },
  }),

  pm_card_createDispute: visa("4000000000000259", { later: "dispute" }),
  pm_card_createDisputeProductNotReceived: visa("4000000000002685", {
    later: "dispute",
    disputeReason: "product_not_received",
  }),
  pm_card_createDisputeInquiry: visa("4000000000001976", { later: "inquiry" }),
  pm_card_createIssuerFraudRecord: visa("4000000000005423", { later: "fraud_warning" }),
  pm_card_createMultipleDisputes: visa("4000000404000079", { later: "two_disputes" }),
  pm_card_createCe3EligibleDispute: visa("4000000404000038", {
    later: "dispute",
    disputeEligibility: "visa_compelling_evidence_3",
  }),
  pm_card_createComplianceDispute: visa("4000008400000779", {
    later: "dispute",
    disputeReason: "noncompliant",
    disputeEligibility: "visa_compliance",
  }),
  pm_card_pendingRefund: visa("4000000000007726", { refunds: "pending" }),
  pm_card_refundFail: visa("4000000000005126", { refunds: "failing" }),
} satisfies Record<string, TestCard>;

export type TestCardName = keyof typeof TEST_CARDS;

export const testCard = (name: TestCardName): TestCard => TEST_CARDS[name];

export const isTestCardName = (name: string): name is TestCardName => Object.hasOwn(TEST_CARDS, name);

export function findCardByNumber(number: string): TestCardName | null {
  const digits = number.replace(/[\s-]/g, "");
  const names = Object.keys(TEST_CARDS).filter(isTestCardName);
  return names.find((name) => TEST_CARDS[name].number === digits) ?? null;
}
