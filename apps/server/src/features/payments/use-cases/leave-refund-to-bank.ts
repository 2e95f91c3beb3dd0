import { refundTakenByBank } from "@nexby/domain/ledger/postings";
import type { Shares } from "@nexby/domain/ledger/shares";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { post } from "../../ledger/public.ts";
import { lockBookingMoney } from "../booking-money-lock.ts";
import { findPayment } from "../payments.repository.ts";
import { stillHeld } from "./ask-for-refund.ts";

type Given = { paymentId: string; shares: Shares };

/** A refund that need not be made: the cardholder's bank has taken the whole payment back, and that with it. Once. */
export const leaveRefundToBank = (db: Db, given: Given): Promise<void> => db.transaction((tx) => writeDown(tx, given));

async function writeDown(db: Db, { paymentId, shares }: Given): Promise<void> {
  const known = await findPayment(db, paymentId);
  if (!known) throw new AppError("not_found");
  await lockBookingMoney(db, known.bookingId);
  const payment = await findPayment(db, paymentId);
  if (payment?.status !== "charged_back") throw new AppError("action_not_allowed");
  const { bookingId, ownerId } = payment;
  await post(db, {
    sourceKey: `payments:${paymentId}:refund_taken_by_bank`,
    kind: "refund_decided",
    bookingId,
    occurredAt: await readClock(db),
    postings: refundTakenByBank(shares, ownerId, await stillHeld(db, payment)),
  });
}
