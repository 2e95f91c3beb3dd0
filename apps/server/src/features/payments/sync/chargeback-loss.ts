import { inverseOf, type Posting } from "@nexby/domain/ledger/posting";
import { chargebackLost } from "@nexby/domain/ledger/postings";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findBalance, findTransaction, post } from "../../ledger/public.ts";
import { type Chargeback, updateChargeback } from "../chargebacks.repository.ts";
import type { Payment } from "../payments.repository.ts";
import {
  findOwedRefunds,
  findRefundsTakenBy,
  leaveRefundToChargeback,
  type Refund,
  updateRefund,
} from "../refunds.repository.ts";

const lostKeyOf = ({ id }: Pick<Chargeback, "id">) => `chargebacks:${id}:lost`;

/** The bank has decided against us. What the renter only got back because we owed it to them anyway is no loss. */
export async function writeOff(
  tx: Db,
  payment: Payment,
  chargeback: Pick<Chargeback, "id" | "providerDisputeId" | "lostCents">,
): Promise<void> {
  const { lostCents } = chargeback;
  if (lostCents <= 0) return;
  const { refunds, postings } = await lossOf(tx, payment, lostCents);
  const event = { kind: "chargeback_lost" as const, bookingId: payment.bookingId, occurredAt: await readClock(tx) };
  await post(tx, { ...event, sourceKey: lostKeyOf(chargeback), postings });
  for (const refund of refunds) await leaveRefundToChargeback(tx, refund, chargeback.providerDisputeId);
  await updateChargeback(tx, chargeback.id, { lostCents });
}

type Loss = { refunds: Refund[]; postings: Posting[] };

/** Whether an owner is to blame for the rest, people decide. */
async function lossOf(tx: Db, payment: Payment, lostCents: number): Promise<Loss> {
  const decided = await findOwedRefunds(tx, payment.id);
  const ofDeposit = Math.min(await heldOf(tx, payment, decided), lostCents);
  const refunds: Refund[] = [];
  let left = lostCents - ofDeposit;
  for (const refund of decided) {
    const isUnpaid = refund.status === "decided" || refund.status === "failed";
    if (!isUnpaid || refund.amountCents > left) continue;
    refunds.push(refund);
    left -= refund.amountCents;
  }
  const postings = [
    ...chargebackLost(ofDeposit, "deposit_liability"),
    ...chargebackLost(lostCents - ofDeposit - left, "refunds_payable"),
    ...chargebackLost(left),
  ];
  return { refunds, postings };
}

/** What of a deposit is nobody's yet: of this one, as another of the same booking may be held too. */
async function heldOf(tx: Db, payment: Payment, decided: readonly Refund[]): Promise<number> {
  const { kind, bookingId, capturedCents } = payment;
  if (kind !== "deposit") return 0;
  const held = -(await findBalance(tx, { account: "deposit_liability", bookingId }));
  const own = decided.reduce((rest, { amountCents }) => rest - amountCents, capturedCents);
  return Math.max(Math.min(held, own), 0);
}

/** Won after all: everything is as it was before the loss, and what was owed then is owed again. */
export async function restore(tx: Db, { bookingId }: Payment, chargeback: Chargeback): Promise<void> {
  const written = await findTransaction(tx, lostKeyOf(chargeback));
  if (!written) throw new Error(`Nothing was written off for chargeback ${chargeback.id}`);
  const event = { kind: "chargeback_lost" as const, bookingId, occurredAt: await readClock(tx) };
  await post(tx, { ...event, sourceKey: `${lostKeyOf(chargeback)}_no_more`, postings: inverseOf(written.postings) });
  const refunds = await findRefundsTakenBy(tx, chargeback);
  for (const { id } of refunds) await updateRefund(tx, id, { status: "failed", failureReason: null, settledAt: null });
  await updateChargeback(tx, chargeback.id, { lostCents: 0 });
}
