type Decline = { code: string; declineCode: string; message: string };

export type TestCard = {
  number: string;
  brand: "visa" | "mastercard" | "amex" | "discover";
  funding: "credit" | "debit" | "prepaid";
  decline?: Decline;
  /** True if saving it with a customer is declined as well. */
  isDeclinedWhenSaved?: boolean;
  /** Blocked before it reaches the bank. */
  isBlocked?: boolean;
  authentication?: "always" | "unless_set_up";
  risk?: { level: "elevated" | "highest"; score: number };
  failedCheck?: "cvc_check" | "address_postal_code_check" | "address_line1_check";
  /** Happens some time after the capture. */
  later?: "dispute_fraudulent" | "dispute_product_not_received" | "inquiry" | "fraud_warning";
  refunds?: "pending" | "failing";
  isAvailableAtOnce?: boolean;
};

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

const declinedCard = (number: string, decline: Decline): TestCard =>
  visa(number, { decline, isDeclinedWhenSaved: true });

const INSUFFICIENT = declined("insufficient_funds", "Your card has insufficient funds.");

/** Stripe's own test names and numbers; no other number is accepted as a card. */
export const TEST_CARDS = {
  pm_card_visa: visa("4242424242424242"),
  pm_card_visa_debit: visa("4000056655665556", { funding: "debit" }),
  pm_card_mastercard: { number: "5555555555554444", brand: "mastercard", funding: "credit" },
  pm_card_mastercard_prepaid: { number: "5105105105105100", brand: "mastercard", funding: "prepaid" },
  pm_card_amex: { number: "378282246310005", brand: "amex", funding: "credit" },
  pm_card_discover: { number: "6011111111111117", brand: "discover", funding: "credit" },
  pm_card_bypassPending: visa("4000000000000077", { isAvailableAtOnce: true }),
  pm_card_chargeDeclined: declinedCard("4000000000000002", declined("generic_decline")),
  pm_card_chargeDeclinedInsufficientFunds: declinedCard("4000000000009995", INSUFFICIENT),
  pm_card_chargeDeclinedLostCard: declinedCard("4000000000009987", declined("lost_card")),
  pm_card_chargeDeclinedStolenCard: declinedCard("4000000000009979", declined("stolen_card")),
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
  pm_card_chargeCustomerFail: visa("4000000000000341", { decline: declined("generic_decline") }),
  pm_card_authenticationRequired: visa("4000002760003184", { authentication: "always" }),
  pm_card_authenticationRequiredOnSetup: visa("4000002500003155", { authentication: "unless_set_up" }),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: visa("4000008260003178", {
    authentication: "always",
    decline: INSUFFICIENT,
  }),
  pm_card_radarBlock: visa("4100000000000019", {
    isBlocked: true,
    risk: { level: "highest", score: 92 },
    decline: declined("fraudulent"),
  }),
  pm_card_riskLevelHighest: visa("4000000000004954", { risk: { level: "highest", score: 85 } }),
  pm_card_riskLevelElevated: visa("4000000000009235", { risk: { level: "elevated", score: 68 } }),
  pm_card_cvcCheckFail: visa("4000000000000101", { failedCheck: "cvc_check" }),
  pm_card_avsZipFail: visa("4000000000000036", { failedCheck: "address_postal_code_check" }),
  pm_card_avsLine1Fail: visa("4000000000000028", { failedCheck: "address_line1_check" }),
  pm_card_createDispute: visa("4000000000000259", { later: "dispute_fraudulent" }),
  pm_card_createDisputeProductNotReceived: visa("4000000000002685", { later: "dispute_product_not_received" }),
  pm_card_createDisputeInquiry: visa("4000000000001976", { later: "inquiry" }),
  pm_card_createIssuerFraudRecord: visa("4000000000005423", { later: "fraud_warning" }),
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
