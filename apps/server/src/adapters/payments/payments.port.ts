import type {
  BalanceMovement,
  CardSetup,
  FailedPayout,
  PayoutAccount,
  ProviderDispute,
  ProviderEvent,
  ProviderFraudWarning,
  ProviderPayment,
  ProviderPayout,
  ProviderRefund,
  ProviderReversal,
  ProviderTransfer,
  SavedCard,
} from "./provider-objects.port.ts";

export type * from "./provider-objects.port.ts";

/** The stored idempotency key: the provider performs a write once per key, however often it is sent. */
type Keyed = { key: string };

export type Page<T> = { items: T[]; nextCursor: string | null };

export type TimeRange = { from: Date; until?: Date };

type NewPayment = Keyed & {
  paymentId: string;
  bookingId: string;
  amountCents: number;
  customerId: string;
  /** `manual` authorizes the amount until it is captured. */
  capture: "manual" | "automatic";
  /** Saves the card for later off-session charges the payer has agreed to. */
  savesCard: boolean;
  description: string;
  /**
   * Follows the platform's name on the card statement. At most 10 characters, because the provider allows 22 for both
   * and the name may have 10.
   */
  statementSuffix: string;
};

export type PaymentsPort = {
  /** Part of every key, so test and live operations never collide. */
  environment: "sandbox" | "test" | "live";

  createCustomer(customer: Keyed & { personId: string; email: string; name: string }): Promise<{ id: string }>;
  createSetupIntent(setup: Keyed & { customerId: string }): Promise<CardSetup>;
  fetchSetupIntent(id: string): Promise<CardSetup>;
  listCards(customerId: string): Promise<SavedCard[]>;
  fetchCard(cardId: string): Promise<SavedCard>;
  detachCard(card: Keyed & { cardId: string }): Promise<void>;

  createPayment(payment: NewPayment): Promise<ProviderPayment>;
  /** `isOffSession`: the payer is absent and has agreed to the charge before. */
  confirmPayment(
    charge: Keyed & { id: string; cardId: string; isOffSession: boolean; returnUrl?: string },
  ): Promise<ProviderPayment>;
  /** Allowed once per payment; the rest of the hold is released. */
  capturePayment(capture: Keyed & { id: string; amountCents: number }): Promise<ProviderPayment>;
  cancelPayment(cancel: Keyed & { id: string }): Promise<ProviderPayment>;
  fetchPayment(id: string): Promise<ProviderPayment>;
  /** Searches by the payment id in the metadata. The provider needs up to a minute to index new payments. */
  findPayment(paymentId: string): Promise<ProviderPayment | null>;
  fetchPaymentOfCharge(chargeId: string): Promise<ProviderPayment | null>;
  /** All holds that can be captured now. */
  listOpenAuthorizations(cursor?: string): Promise<Page<ProviderPayment>>;

  createRefund(
    refund: Keyed & { refundId: string; attempt: number; providerPaymentId: string; amountCents: number },
  ): Promise<ProviderRefund>;
  fetchRefund(id: string): Promise<ProviderRefund>;
  /** All refunds of a payment, including released holds, which the provider lists as refunds. */
  listRefunds(providerPaymentId: string): Promise<ProviderRefund[]>;

  createAccount(
    account: Keyed & { personId: string; email: string; firstName: string; lastName: string },
  ): Promise<PayoutAccount>;
  fetchAccount(id: string): Promise<PayoutAccount>;
  /** The id of our own account, to which the API key belongs. */
  fetchOwnAccountId(): Promise<string>;
  /** The provider's onboarding page; the link works once and for a few minutes. */
  createAccountLink(link: { accountId: string; refreshUrl: string; returnUrl: string }): Promise<{ url: string }>;
  /** The provider's dashboard, where an owner sees payouts and changes the bank account. */
  createLoginLink(accountId: string): Promise<{ url: string }>;

  /** From our balance to an owner's. `chargeId` allows it before the charge has settled. */
  createTransfer(
    transfer: Keyed & {
      transferId: string;
      bookingId: string;
      accountId: string;
      amountCents: number;
      chargeId: string | null;
    },
  ): Promise<ProviderTransfer>;
  fetchTransfer(id: string): Promise<ProviderTransfer>;
  listTransfers(bookingId: string): Promise<ProviderTransfer[]>;
  /** Limited to the owner's remaining balance. */
  createReversal(
    reversal: Keyed & { transferId: string; providerTransferId: string; amountCents: number },
  ): Promise<ProviderReversal>;
  listReversals(providerTransferId: string): Promise<ProviderReversal[]>;

  /** From our balance to our bank account. */
  createPayout(payout: Keyed & { amountCents: number; description: string }): Promise<ProviderPayout>;
  /** Our payout, or the payout account's when `accountId` is given. */
  fetchPayout(id: string, accountId?: string): Promise<ProviderPayout>;
  /** The last payout that reached the owner's bank or came back from it, if it came back. */
  findFailedPayout(accountId: string): Promise<FailedPayout | null>;
  fetchBalance(accountId?: string): Promise<{ availableCents: number; pendingCents: number }>;
  /** Newest first. */
  listBalanceTransactions(range: TimeRange, cursor?: string): Promise<Page<BalanceMovement>>;

  fetchDispute(id: string): Promise<ProviderDispute>;
  listDisputes(providerPaymentId: string): Promise<ProviderDispute[]>;
  fetchFraudWarning(id: string): Promise<ProviderFraudWarning>;
  listFraudWarnings(providerPaymentId: string): Promise<ProviderFraudWarning[]>;

  /** Verifies the signature over the raw bytes. Throws `ForgedEvent`. Null for an event of an unknown shape. */
  readEvent(body: Buffer, signature: string): ProviderEvent | null;
  /** Events of our own account only, newest first, without those of an unknown shape. */
  listEvents(range: TimeRange, cursor?: string): Promise<Page<ProviderEvent>>;
};

/** Configuration of the browser's card form. */
export type CardEntry = { kind: "sandbox" | "stripe"; publishableKey: string; sandboxUrl: string | null };

/**
 * `card_declined`: the bank declined. `authentication_required`: the payer must be present. `temporary`: nothing
 * happened, a retry may succeed. `misconfigured`: nothing happened; a retry succeeds once an operator has fixed our API
 * key or account. `invalid`: nothing happened, a retry never succeeds. `unknown_outcome`: it may have happened; retry
 * with the same key.
 */
export type PaymentProblemKind =
  | "card_declined"
  | "authentication_required"
  | "temporary"
  | "misconfigured"
  | "invalid"
  | "unknown_outcome";

export class PaymentProblem extends Error {
  override name = "PaymentProblem";
  readonly kind: PaymentProblemKind;
  /** The provider's error code, such as insufficient_funds, resource_missing or balance_insufficient. */
  readonly reason: string;
  /** True for a replayed idempotent response: retrying with the same key returns the same error. */
  readonly isReplayed: boolean;

  constructor(
    kind: PaymentProblemKind,
    reason: string,
    { isReplayed = false, ...options }: ErrorOptions & { isReplayed?: boolean } = {},
  ) {
    super(`The card provider: ${kind} (${reason})`, options);
    this.kind = kind;
    this.reason = reason;
    this.isReplayed = isReplayed;
  }
}

/** The signature is missing, wrong or outside the accepted time window. */
export class ForgedEvent extends Error {
  override name = "ForgedEvent";
}
