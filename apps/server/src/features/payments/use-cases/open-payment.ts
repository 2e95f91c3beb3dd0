import type { PaymentKind } from "@nexby/domain/payments/payment-status";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { type Write, writeTogether } from "../../../platform/db/write-together.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { type FrozenPrice, sharesOfFrozenPrice } from "../frozen-price.ts";
import { keyFor } from "../idempotency-keys.ts";
import { operationToWrite } from "../operations.repository.ts";
import { paymentToWrite } from "../payments.repository.ts";
import { openingJob } from "../queue-money-job.ts";

/** What is paid: a rental by its price, everything else by an amount, of which a part may be ours. */
type What =
  | { kind: "rental"; price: FrozenPrice }
  | { kind: Exclude<PaymentKind, "rental">; amountCents: number; commissionCents?: number };

type Environment = Pick<PaymentsPort, "environment">;

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

/** Writes a payment down in the caller's transaction, with the key under which it will be made once that commits. */
export async function openPayment(db: Db, provider: Environment, given: PaymentToOpen): Promise<string> {
  const { id, writes } = paymentWrites(db, provider, given);
  await writeTogether(db, writes);
  return id;
}

/** The same as writes, to be sent with others. */
export function paymentWrites(
  db: Db,
  { environment }: Environment,
  given: PaymentToOpen,
): { id: string; writes: Write[] } {
  const { bookingId, payerId, ownerId, capture, savesCard, description } = given;
  const [id, operationId] = [newId(), newId()];
  const payment = { id, ...amountsOf(given), bookingId, payerId, ownerId, capture, savesCard, description };
  const opening = { operation: "open", attempt: 1, idempotencyKey: keyFor(environment, id, "open", 1) } as const;
  const writes = [
    paymentToWrite(db, payment),
    operationToWrite(db, { id: operationId, paymentId: id, ...opening }),
    openingJob(db, { id: operationId, paymentId: id }),
  ];
  return { id, writes };
}

function amountsOf(what: What) {
  if (what.kind !== "rental") {
    return { kind: what.kind, amountCents: what.amountCents, commissionCents: what.commissionCents ?? 0 };
  }
  sharesOfFrozenPrice(what.price);
  return { kind: what.kind, amountCents: what.price.totalCents, priceBreakdown: what.price };
}
