const visaFrom = (country: string, number: string, funding: "credit" | "debit" = "credit") => ({
  number,
  brand: "visa" as const,
  funding,
  country,
});

const mastercardFrom = (country: string, number: string) => ({
  ...visaFrom(country, number),
  brand: "mastercard" as const,
});

/** Stripe's test cards by the country of their bank. All of them succeed without authentication. */
const COUNTRY_CARDS = {
  pm_card_ar: visaFrom("AR", "4000000320000021"),
  pm_card_br: visaFrom("BR", "4000000760000002"),
  pm_card_ca: visaFrom("CA", "4000001240000000"),
  pm_card_cl: visaFrom("CL", "4000001520000001"),
  pm_card_co: visaFrom("CO", "4000001700000003"),
  pm_card_cr: visaFrom("CR", "4000001880000005"),
  pm_card_ec: visaFrom("EC", "4000002180000000"),
  pm_card_mx: visaFrom("MX", "4000004840008001"),
  pm_card_pa: visaFrom("PA", "4000005910000000"),
  pm_card_py: visaFrom("PY", "4000006000000066"),
  pm_card_pe: visaFrom("PE", "4000006040000068"),
  pm_card_uy: visaFrom("UY", "4000008580000003"),
  pm_card_ae: visaFrom("AE", "4000007840000001"),
  pm_card_ae_mastercard: mastercardFrom("AE", "5200007840000022"),
  pm_card_at: visaFrom("AT", "4000000400000008"),
  pm_card_be: visaFrom("BE", "4000000560000004"),
  pm_card_bg: visaFrom("BG", "4000001000000000"),
  pm_card_by: visaFrom("BY", "4000001120000005"),
  pm_card_hr: visaFrom("HR", "4000001910000009"),
  pm_card_cy: visaFrom("CY", "4000001960000008"),
  pm_card_cz: visaFrom("CZ", "4000002030000002"),
  pm_card_dk: visaFrom("DK", "4000002080000001"),
  pm_card_ee: visaFrom("EE", "4000002330000009"),
  pm_card_fi: visaFrom("FI", "4000002460000001"),
  pm_card_fr: visaFrom("FR", "4000002500000003"),
  pm_card_de: visaFrom("DE", "4000002760000016"),
  pm_card_gi: visaFrom("GI", "4000002920000005"),
  pm_card_gr: visaFrom("GR", "4000003000000030"),
  pm_card_hu: visaFrom("HU", "4000003480000005"),
  pm_card_ie: visaFrom("IE", "4000003720000005"),
  pm_card_it: visaFrom("IT", "4000003800000008"),
  pm_card_lv: visaFrom("LV", "4000004280000005"),
  pm_card_li: visaFrom("LI", "4000004380000004"),
  pm_card_lt: visaFrom("LT", "4000004400000000"),
  pm_card_lu: visaFrom("LU", "4000004420000006"),
  pm_card_mt: visaFrom("MT", "4000004700000007"),
  pm_card_nl: visaFrom("NL", "4000005280000002"),
  pm_card_no: visaFrom("NO", "4000005780000007"),
  pm_card_pl: visaFrom("PL", "4000006160000005"),
  pm_card_pt: visaFrom("PT", "4000006200000007"),
  pm_card_ro: visaFrom("RO", "4000006420000001"),
  pm_card_si: visaFrom("SI", "4000007050000006"),
  pm_card_sk: visaFrom("SK", "4000007030000001"),
  pm_card_es: visaFrom("ES", "4000007240000007"),
  pm_card_se: visaFrom("SE", "4000007520000008"),
  pm_card_ch: visaFrom("CH", "4000007560000009"),
  pm_card_gb: visaFrom("GB", "4000008260000000"),
  pm_card_gb_debit: visaFrom("GB", "4000058260000005", "debit"),
  pm_card_gb_mastercard: mastercardFrom("GB", "5555558265554449"),
  pm_card_au: visaFrom("AU", "4000000360000006"),
  pm_card_cn: visaFrom("CN", "4000001560000002"),
  pm_card_hk: visaFrom("HK", "4000003440000004"),
  pm_card_in: visaFrom("IN", "4000003560000008"),
  pm_card_jp: visaFrom("JP", "4000003920000003"),
  pm_card_my: visaFrom("MY", "4000004580000002"),
  pm_card_nz: visaFrom("NZ", "4000005540000008"),
  pm_card_sg: visaFrom("SG", "4000007020000003"),
  pm_card_tw: visaFrom("TW", "4000001580000008"),
  pm_card_th_credit: visaFrom("TH", "4000007640000003"),
  pm_card_th_debit: visaFrom("TH", "4000057640000008", "debit"),
};

export type Decline = { code: string; declineCode: string; message: string };

export type TestCard = {
  number: string;
  brand: "visa" | "mastercard" | "amex" | "diners" | "discover" | "jcb" | "unionpay";
  funding: "credit" | "debit" | "prepaid";
  /** The issuing bank's country; the United States unless given. */
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
