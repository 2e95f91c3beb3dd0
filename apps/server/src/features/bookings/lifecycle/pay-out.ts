import { ownerDebtNetted } from "@nexby/domain/ledger/postings";
import { newId } from "../../../platform/ids/new-id.ts";
import { findUser } from "../../accounts/public.ts";
import { findBalance, post } from "../../ledger/public.ts";
import { askForTransfer, lockOwnerDebt } from "../../payments/public.ts";
import type { Booking } from "../bookings.repository.ts";
import type { StepContext } from "./step-context.ts";

/** Passes on what is the owner's, after what they owe; from one payment at a time, as far as that goes. */
export async function payOut(context: StepContext): Promise<Booking> {
  const { tx, environment, booking, life, money } = context;
  const { id: bookingId, ownerId } = booking;
  const payableCents = life.payableCents - (await netDebt(context));
  const owner = await findUser(tx, ownerId);
  const source = money.find(
    ({ capturedCents, owedBackCents, passedOnCents, status }) =>
      status !== "charged_back" && capturedCents - owedBackCents - passedOnCents > 0,
  );
  if (payableCents <= 0 || !owner?.connectAccountId) return booking;
  const room = source ? source.capturedCents - source.owedBackCents - source.passedOnCents : payableCents;
  await askForTransfer(tx, environment, {
    bookingId,
    ownerId,
    accountId: owner.connectAccountId,
    amountCents: Math.min(payableCents, room),
    paymentId: source?.id ?? null,
  });
  return booking;
}

/** What an owner owes us is paid first. */
async function netDebt({ tx, booking, life, now }: StepContext): Promise<number> {
  const { id: bookingId, ownerId } = booking;
  await lockOwnerDebt(tx, { bookingId, ownerId });
  const debt = await findBalance(tx, { account: "owner_receivable", userId: ownerId });
  const paid = Math.min(Math.max(debt, 0), life.payableCents);
  if (paid === 0) return 0;
  await post(tx, {
    sourceKey: `bookings:${bookingId}:debt_netted:${newId()}`,
    kind: "owner_debt_netted",
    bookingId,
    occurredAt: now,
    postings: ownerDebtNetted(paid, ownerId),
  });
  return paid;
}
