import { depositToOwner } from "@nexby/domain/ledger/postings";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findBalance, post } from "../../ledger/public.ts";
import { lockBookingMoney } from "../booking-money-lock.ts";
import { findPayment } from "../payments.repository.ts";

type Given = {
  paymentId: string;
  /** What it is for, such as `damage`; once each. */
  purpose: string;
  amountCents: number;
  commissionCents: number;
};

/** What of a captured deposit is the owner's: for damage, or for a late fee the card did not pay. No money moves yet. */
export const giveDepositToOwner = (db: Db, given: Given): Promise<void> => db.transaction((tx) => writeDown(tx, given));

async function writeDown(db: Db, given: Given): Promise<void> {
  const { paymentId, purpose, amountCents, commissionCents } = given;
  const payment = await findPayment(db, paymentId);
  if (payment?.kind !== "deposit") throw new AppError("not_found");
  const { bookingId, ownerId } = payment;
  await lockBookingMoney(db, bookingId);
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
