import { planOfCharge } from "./scheduled-steps.ts";
import type { BookingSnapshot, PaymentFacts } from "./snapshot.ts";
import { type BookingPaymentStatus, type DepositStatus, isOver, type PayoutStatus } from "./statuses.ts";

/** What a booking says of its rental's payment: the payment's own word, and what is planned where there is none. */
export function paymentStatusOf(snapshot: BookingSnapshot): BookingPaymentStatus {
  const { rental, status } = snapshot;
  if (rental === null) return "none";
  // A try that failed for whatever reason is the renter's to make good.
  if (rental.status === "created" || rental.status === "awaiting_payment") {
    return status !== "pending" && !rental.isBusy ? "action_required" : "awaiting_payment";
  }
  if (rental.status === "authorized" && isVoidedUntilCharge(snapshot)) return "charge_scheduled";
  if (rental.status !== "canceled") return rental.status;
  if (isOver(status)) return "canceled";
  return planOfCharge(snapshot).kind === "charge_later" && snapshot.chargeTries === 0 ? "charge_scheduled" : "failed";
}

const isUnpaid = ({ status }: PaymentFacts) => status === "created" || status === "awaiting_payment";

const isVoidedUntilCharge = (snapshot: BookingSnapshot) =>
  (snapshot.status === "approved" || snapshot.status === "scheduled") &&
  snapshot.chargeTries === 0 &&
  planOfCharge(snapshot).kind === "charge_later";

const SETTLED: ReadonlySet<DepositStatus> = new Set(["released", "partly_kept", "kept"]);

const isSecured = ({ status, capturedCents, refundedCents }: PaymentFacts) =>
  status === "authorized" || (status !== "charged_back" && capturedCents > refundedCents);

type DepositSnapshot = Pick<BookingSnapshot, "deposit" | "former" | "depositCents" | "status" | "depositStatus">;

/** While it is held anew the hold before still stands. */
const depositsOf = ({ deposit, former }: Pick<DepositSnapshot, "deposit" | "former">): PaymentFacts[] => [
  ...(deposit ? [deposit] : []),
  ...former.filter(({ kind }) => kind === "deposit"),
];

/** What could be taken from the deposit now. What a bank has taken back, or is asked about, is not there. */
export function depositThere(snapshot: Pick<DepositSnapshot, "deposit" | "former" | "depositCents">): number {
  const there = depositsOf(snapshot).map(({ status, capturedCents, refundedCents }) => {
    if (status === "authorized") return snapshot.depositCents;
    return status === "disputed" || status === "charged_back" ? 0 : capturedCents - refundedCents;
  });
  return Math.min(Math.max(...there, 0), snapshot.depositCents);
}

export function depositStatusOf(snapshot: DepositSnapshot): DepositStatus {
  const { deposit, depositCents, status, depositStatus } = snapshot;
  if (depositCents === 0) return "not_required";
  // What was settled is settled by the step that did it.
  if (SETTLED.has(depositStatus)) return depositStatus;
  const isNone = deposit === null || deposit.status === "canceled";
  if (isOver(status) && isNone) return "released";
  if (depositsOf(snapshot).some(isSecured)) return "secured";
  if (deposit?.status === "charged_back") return "unsecured";
  // Of what is over nobody has to do anything more: it is about to be let go.
  if (deposit === null || isOver(status)) return "pending";
  if (deposit.status === "action_required" || (isUnpaid(deposit) && !deposit.isBusy)) return "action_required";
  const isOut = status === "in_possession" || status === "return_submitted" || status === "damaged_admin_review";
  return isOut && !deposit.isBusy ? "unsecured" : "pending";
}

/** How a deposit ends of which so much is the owner's. */
export const settledDepositStatus = (keptCents: number, depositCents: number): DepositStatus =>
  keptCents === 0 ? "released" : keptCents < depositCents ? "partly_kept" : "kept";

type Payout = { readonly snapshot: BookingSnapshot; readonly paidCents: number; readonly hasFailed: boolean };

export function payoutStatusOf({ snapshot, paidCents, hasFailed }: Payout): PayoutStatus {
  const { status, rental, isDisputed, payableCents, isTransferPending } = snapshot;
  if (status === "damaged_admin_review") return "on_hold";
  if (!isOver(status)) return isDisputed ? "on_hold" : "not_started";
  if (isTransferPending) return "processing";
  if (payableCents > 0) return isDisputed ? "on_hold" : hasFailed ? "failed" : "scheduled";
  if (paidCents > 0) return "paid";
  const isStillMoving = rental !== null && rental.status === "authorized";
  return isStillMoving ? "not_started" : "canceled";
}
