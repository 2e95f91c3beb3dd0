import { depositToOwner } from "@nexby/domain/ledger/postings";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { findBalance, post } from "../../ledger/public.ts";
import { lockBookingPayments } from "../booking-money.queries.ts";
import { keyFor, queueTransfer } from "../payment-job.ts";
import { findPayment } from "../payments.queries.ts";
import {
  findTransfer,
  insertTransfer,
  lockTransfer,
  sumPendingTransfers,
  sumReversals,
  type Transfer,
} from "../transfers.queries.ts";

type Provider = Pick<PaymentsPort, "environment">;

type TransferToMake = {
  bookingId: string;
  ownerId: string;
  /** The owner's account at the provider. */
  accountId: string;
  amountCents: number;
  /** The source payment, so that the transfer doesn't have to wait until it settles. */
  paymentId: string | null;
};

/** Never transfers more than the owner is owed minus pending transfers. */
export const requestTransfer = (db: Db, provider: Provider, request: TransferToMake): Promise<Transfer> =>
  db.transaction((tx) => writeTransfer(tx, provider, request));

async function writeTransfer(db: Db, { environment }: Provider, request: TransferToMake): Promise<Transfer> {
  const { bookingId, ownerId, accountId, amountCents, paymentId } = request;
  await lockBookingPayments(db, bookingId);
  const payment = paymentId === null ? null : await findPayment(db, paymentId);
  const isSource = payment === null || (payment.bookingId === bookingId && payment.providerMovementId !== null);
  const payable = -(await findBalance(db, { account: "owner_payable", bookingId, userId: ownerId }));
  const left = payable - (await sumPendingTransfers(db, bookingId, ownerId));
  if (!isSource || amountCents <= 0 || amountCents > left) throw new AppError("action_not_allowed");
  const id = newId();
  const transfer = await insertTransfer(db, {
    id,
    kind: "transfer",
    bookingId,
    ownerId,
    accountId,
    amountCents,
    paymentId,
    idempotencyKey: keyFor(environment, id, "transfer", 1),
  });
  await queueTransfer(db, transfer);
  return transfer;
}

type ReversalToMake = { transferId: string; amountCents: number };

/** Reverses a transfer as far as the owner's provider balance covers it; the rest stays their debt. */
export const requestReversal = (db: Db, provider: Provider, request: ReversalToMake): Promise<Transfer> =>
  db.transaction((tx) => writeReversal(tx, provider, request));

async function writeReversal(
  db: Db,
  { environment }: Provider,
  { transferId, amountCents }: ReversalToMake,
): Promise<Transfer> {
  const known = await findTransfer(db, transferId);
  if (known?.kind !== "transfer") throw new AppError("not_found");
  await lockBookingPayments(db, known.bookingId);
  const transfer = await lockTransfer(db, transferId);
  const left = known.amountCents - (await sumReversals(db, transferId));
  if (transfer?.status !== "paid" || amountCents <= 0 || amountCents > left) throw new AppError("action_not_allowed");
  const id = newId();
  const reversal = await insertTransfer(db, {
    id,
    kind: "reversal",
    bookingId: transfer.bookingId,
    ownerId: transfer.ownerId,
    accountId: transfer.accountId,
    paymentId: transfer.paymentId,
    reversesId: transfer.id,
    amountCents,
    idempotencyKey: keyFor(environment, id, "reversal", 1),
  });
  await queueTransfer(db, reversal);
  return reversal;
}

type DepositTransfer = {
  paymentId: string;
  /** Such as `damage`. Each purpose can be used once per payment. */
  purpose: string;
  amountCents: number;
  commissionCents: number;
};

/** Assigns a part of a captured deposit to the owner, for damage or an unpaid late fee. No money moves yet. */
export const transferDepositToOwner = (db: Db, request: DepositTransfer): Promise<void> =>
  db.transaction((tx) => postDepositToOwner(tx, request));

async function postDepositToOwner(db: Db, request: DepositTransfer): Promise<void> {
  const { paymentId, purpose, amountCents, commissionCents } = request;
  const payment = await findPayment(db, paymentId);
  if (payment?.kind !== "deposit") throw new AppError("not_found");
  const { bookingId, ownerId } = payment;
  await lockBookingPayments(db, bookingId);
  const held = -(await findBalance(db, { account: "deposit_liability", bookingId }));
  if (amountCents <= 0 || amountCents > held) throw new AppError("action_not_allowed");
  await post(db, {
    sourceKey: `payments:${paymentId}:to_owner:${purpose}`,
    kind: "deposit_to_owner",
    bookingId,
    occurredAt: await readClock(db),
    postings: depositToOwner({ amountCents, commissionCents, ownerId }),
  });
}
