import type { PaymentKind, PaymentStatus } from "@nexby/domain/payments/payment-status";

/** Everything a receipt says. Amounts are cents, as they were agreed and as they moved. */
export type Receipt = {
  number: string;
  kind: PaymentKind;
  status: PaymentStatus;
  title: string;
  /** What the days and hours below are told in. */
  timezone: string;
  paidAt: Date;
  stay: { startAt: Date; endAt: Date } | null;
  payer: { name: string; email: string };
  ownerName: string;
  lines: readonly { label: string; amountCents: number }[];
  totalCents: number;
  chargedCents: number;
  heldCents: number;
  refundedCents: number;
  /** Agreed on beside the total. */
  depositCents: number;
  card: { brand: string; last4: string } | null;
};

/** From the end of an id, where it is random. */
export const receiptNumber = (paymentId: string): string =>
  `R-${paymentId.replaceAll("-", "").slice(-12).toUpperCase()}`;
