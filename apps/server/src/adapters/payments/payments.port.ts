import type {
  BalanceMovement,
  CardSetup,
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

/** A write carries the key it was stored with: the provider acts once per key, however often it is asked. */
type Keyed = { key: string };

export type Page<T> = { items: T[]; nextCursor: string | null };

export type TimeRange = { from: Date; until?: Date };

type NewPayment = Keyed & {
  paymentId: string;
  bookingId: string;
  amountCents: number;
  customerId: string;
  /** `manual` holds the money until it is captured. */
  capture: "manual" | "automatic";
  /** Keeps the card for later charges the payer has agreed to. */
  savesCard: boolean;
  description: string;
};

export type PaymentsPort = {
  /** Part of every key, so that trial and earnest never meet. */
  environment: "sandbox" | "test" | "live";

  createCustomer(customer: Keyed & { personId: string; email: string; name: string }): Promise<{ id: string }>;
  createSetupIntent(setup: Keyed & { customerId: string }): Promise<CardSetup>;
  fetchSetupIntent(id: string): Promise<CardSetup>;
  listCards(customerId: string): Promise<SavedCard[]>;
  fetchCard(cardId: string): Promise<SavedCard>;
  detachCard(card: Keyed & { cardId: string }): Promise<void>;

  createPayment(payment: NewPayment): Promise<ProviderPayment>;
  /** Charges a card: `isOffSession` when the payer is not there and has agreed before. */
  confirmPayment(
    charge: Keyed & { id: string; cardId: string; isOffSession: boolean; returnUrl?: string },
  ): Promise<ProviderPayment>;
  /** Once per payment; what was held beyond it is let go. */
  capturePayment(capture: Keyed & { id: string; amountCents: number }): Promise<ProviderPayment>;
  cancelPayment(cancel: Keyed & { id: string }): Promise<ProviderPayment>;
  fetchPayment(id: string): Promise<ProviderPayment>;
  /** By what we wrote on it. The provider needs up to a minute to find what is new. */
  findPayment(paymentId: string): Promise<ProviderPayment | null>;
  fetchPaymentOfCharge(chargeId: string): Promise<ProviderPayment | null>;
  /** Every hold that could be captured now. */
  listOpenAuthorizations(cursor?: string): Promise<Page<ProviderPayment>>;

  createRefund(
    refund: Keyed & { refundId: string; attempt: number; providerPaymentId: string; amountCents: number },
  ): Promise<ProviderRefund>;
  fetchRefund(id: string): Promise<ProviderRefund>;
  /** All of a payment, also those that are no refunds of money. */
  listRefunds(providerPaymentId: string): Promise<ProviderRefund[]>;

  createAccount(
    account: Keyed & { personId: string; email: string; firstName: string; lastName: string },
  ): Promise<PayoutAccount>;
  fetchAccount(id: string): Promise<PayoutAccount>;
  /** A page of the provider's where an owner tells who they are; good once and for minutes. */
  createAccountLink(link: { accountId: string; refreshUrl: string; returnUrl: string }): Promise<{ url: string }>;
  /** Where an owner sees payouts and changes the bank account. */
  createLoginLink(accountId: string): Promise<{ url: string }>;

  /** From our balance to an owner's. `chargeId` lets it go before the charge has settled. */
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
  /** Takes back what the owner's balance still has. */
  createReversal(
    reversal: Keyed & { transferId: string; providerTransferId: string; amountCents: number },
  ): Promise<ProviderReversal>;
  listReversals(providerTransferId: string): Promise<ProviderReversal[]>;

  /** From our balance to our bank. */
  createPayout(payout: Keyed & { amountCents: number; description: string }): Promise<ProviderPayout>;
  /** Ours, or a payout account's. */
  fetchPayout(id: string, accountId?: string): Promise<ProviderPayout>;
  fetchBalance(accountId?: string): Promise<{ availableCents: number; pendingCents: number }>;
  /** Newest first. */
  listBalanceTransactions(range: TimeRange, cursor?: string): Promise<Page<BalanceMovement>>;

  fetchDispute(id: string): Promise<ProviderDispute>;
  listDisputes(providerPaymentId: string): Promise<ProviderDispute[]>;
  fetchFraudWarning(id: string): Promise<ProviderFraudWarning>;
  listFraudWarnings(providerPaymentId: string): Promise<ProviderFraudWarning[]>;

  /** Who wrote it is checked by its signature, on the bytes as they came. Throws `ForgedEvent`. */
  readEvent(body: Buffer, signature: string): ProviderEvent;
  /** Newest first, those of our own account. */
  listEvents(range: TimeRange, cursor?: string): Promise<Page<ProviderEvent>>;
};

/** The browser's side of card entry. */
export type CardEntry = { kind: "sandbox" | "stripe"; publishableKey: string; sandboxUrl: string | null };

/**
 * How the provider can fail us. `card_declined`: the bank says no. `authentication_required`: the payer must be there.
 * `temporary`: nothing happened, later it may. `invalid`: nothing happened and never will. `unknown_outcome`: it may
 * have happened; ask again with the same key.
 */
export type PaymentProblemKind =
  | "card_declined"
  | "authentication_required"
  | "temporary"
  | "invalid"
  | "unknown_outcome";

export class PaymentProblem extends Error {
  override name = "PaymentProblem";
  readonly kind: PaymentProblemKind;
  /** The provider's own short word, such as insufficient_funds, resource_missing or balance_insufficient. */
  readonly reason: string;
  /** The answer is an old one, kept under its key: asking with that key will never tell more. */
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

/** Not from the provider, or too old to be believed. */
export class ForgedEvent extends Error {
  override name = "ForgedEvent";
}
