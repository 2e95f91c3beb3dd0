import type { PaymentKind } from "@nexby/domain/payments/payment-status";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { type FrozenPrice, sharesOfFrozenPrice } from "../frozen-price.ts";
import { keyFor } from "../idempotency-keys.ts";
import { insertOperation } from "../operations.repository.ts";
import { insertPayment, type Payment } from "../payments.repository.ts";
import { queueOperation } from "../queue-money-job.ts";

/** What is paid: a rental by its price, everything else by an amount, of which a part may be ours. */
type What =
  | { kind: "rental"; price: FrozenPrice }
  | { kind: Exclude<PaymentKind, "rental">; amountCents: number; commissionCents?: number };

type PaymentToOpen = What & {
  bookingId: string;
  payerId: string;
  ownerId: string;
  /** `manual` holds the money until it is captured. */
  capture: "manual" | "automatic";
  /** Keeps the card for what the payer has agreed to be charged later. */
  savesCard: boolean;
  description: string;
};

/** A payer who waits gets it made at once; the job is for those who have gone. */
const PATIENCE_MS = 30_000;

/** Writes a payment down in the caller's transaction, with the key under which it will be made once that commits. */
export async function openPayment(
  db: Db,
  { environment }: Pick<PaymentsPort, "environment">,
  given: PaymentToOpen,
): Promise<Payment> {
  const { bookingId, payerId, ownerId, capture, savesCard, description } = given;
  const payment = await insertPayment(db, {
    id: newId(),
    ...amountsOf(given),
    bookingId,
    payerId,
    ownerId,
    capture,
    savesCard,
    description,
  });
  const operation = await insertOperation(db, {
    paymentId: payment.id,
    operation: "open",
    attempt: 1,
    idempotencyKey: keyFor(environment, payment.id, "open", 1),
  });
  const now = await readClock(db);
  await queueOperation(db, operation, new Date(now.getTime() + PATIENCE_MS));
  return payment;
}

function amountsOf(what: What) {
  if (what.kind !== "rental") {
    return { kind: what.kind, amountCents: what.amountCents, commissionCents: what.commissionCents ?? 0 };
  }
  sharesOfFrozenPrice(what.price);
  return { kind: what.kind, amountCents: what.price.totalCents, priceBreakdown: what.price };
}
