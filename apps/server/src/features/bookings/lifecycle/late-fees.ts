import { plus } from "@nexby/domain/bookings/deadlines";
import type { LateFeeFacts } from "@nexby/domain/bookings/snapshot";
import { settlementOf } from "@nexby/domain/late-fees/deposit-claims";
import type { LateFee } from "@nexby/domain/late-fees/late-fee";
import {
  LATE_FEE_CONTEST_MS,
  lateFeeCommission,
  lateFeeOf,
  lateFeePaymentStatus,
  lateFeeToRefund,
  lateUntil,
  owedOf,
} from "@nexby/domain/late-fees/late-fee-collection";
import { isLateFeeFinal, type LateFeeEvent, lateFeeStatusAfter } from "@nexby/domain/late-fees/late-fee-statuses";
import { isTooSmall } from "@nexby/domain/payments/later-charges";
import { changeStatus, recordRentalEvent } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { type LateFeeRow, owedOfRow } from "../../../schema/late-fees.ts";
import { requestRefund } from "../../payments/public.ts";
import { type LateFeeChanges, saveLateFeeAmounts, swapLateFee } from "../late-fees.queries.ts";
import { notifyAbout } from "./booking-notifications.ts";
import { type Actor, type StepContext, SYSTEM } from "./booking-state.ts";
import { bookingEventInsert, refreshDerivedStatuses } from "./change-status.ts";
import { tryLaterPayment } from "./later-charges.ts";
import { overdueFacts } from "./overdue.ts";
import { remindOfLateFee } from "./payment-reminders.ts";

const TOO_SMALL = "We don’t charge less than $0.50";

type Change = {
  event: LateFeeEvent;
  actor: Actor;
  changes: Omit<LateFeeChanges, "status">;
  /** Shown in the timeline. */
  notes?: string;
};

type Changed = { booking: Booking; row: LateFeeRow };

/** The only function that changes a late fee's status. It checks the domain's table and writes the history. */
export async function changeLateFee(
  { tx, booking, snapshot }: StepContext,
  { event, actor, changes, notes }: Change,
): Promise<Changed> {
  const status = snapshot.lateFee?.status;
  const next = status && lateFeeStatusAfter(status, event, actor.role);
  if (!next) throw new AppError("action_not_allowed");
  const row = await changeStatus(tx, {
    entityType: "late_fee",
    before: { status },
    fields: ["status"],
    actor,
    reason: notes,
    swap: () => swapLateFee(tx, booking.id, status, { ...changes, status: next }),
    timeline: () => [bookingEventInsert(booking, actor, event, notes)],
  });
  return { row, booking: await mirror({ tx, booking }, row) };
}

/** The booking repeats what is owed. The write also updates open pages. */
const mirror = ({ tx, booking }: Pick<StepContext, "tx" | "booking">, row: LateFeeRow): Promise<Booking> =>
  refreshDerivedStatuses(tx, booking, { lateFeeCents: owedOfRow(row) });

const amountsOf = ({ daysLate, dailyLateFeeCents, calculatedCents, cappedCents }: LateFee) => ({
  daysLate,
  dailyLateFeeCents,
  calculatedFeeCents: calculatedCents,
  cappedFeeCents: cappedCents,
});

function feeAt({ snapshot }: StepContext, at: Date): LateFee {
  const fee = lateFeeOf(snapshot, at);
  if (!fee) throw new Error("A late fee needs terms");
  return fee;
}

/** The first day is announced by the overdue notice. A fee at its cap grows no further. */
export async function accrueLateFee(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const fee = feeAt(context, now);
  const row = await saveLateFeeAmounts(tx, booking.id, amountsOf(fee));
  if (fee.daysLate > 1 && fee.cappedCents > (snapshot.lateFee?.cappedCents ?? 0)) {
    const details = { ...overdueFacts(booking, snapshot, now), daysLate: fee.daysLate, feeCents: fee.cappedCents };
    await notifyAbout(tx, booking, ["renter", "owner"], "late_fee_accrued", details);
  }
  return mirror(context, row);
}

/** The fee is final. From now on it can be contested or waived, then it is charged. */
export async function stopLateFee(context: StepContext): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const stoppedAt = lateUntil(snapshot) ?? now;
  const fee = feeAt(context, stoppedAt);
  const chargeableAt = plus(now, LATE_FEE_CONTEST_MS);
  const row = await saveLateFeeAmounts(tx, booking.id, { ...amountsOf(fee), stoppedAt, chargeableAt });
  const eventType = "late_fee_calculated" satisfies LateFeeEvent;
  await recordRentalEvent(tx, { bookingId: booking.id, eventType, metadata: { by: SYSTEM.role } });
  const details = { daysLate: fee.daysLate, feeCents: fee.cappedCents, until: chargeableAt.toISOString() };
  await notifyAbout(tx, booking, ["renter", "owner"], "late_fee_calculated", details);
  return mirror(context, row);
}

const feeOf = ({ snapshot }: StepContext): LateFeeFacts => {
  if (!snapshot.lateFee) throw new Error("There is no late fee");
  return snapshot.lateFee;
};

export async function chargeLateFee(context: StepContext): Promise<Booking> {
  const { tx, booking } = context;
  const fee = feeOf(context);
  const amountCents = owedOf(fee);
  const commissionCents = lateFeeCommission(booking.priceBreakdown, amountCents);
  const owed = { kind: "late_fee", name: "Late fee", amountCents, commissionCents } as const;
  const row = await swapLateFee(tx, booking.id, fee.status, await tryLaterPayment(context, fee, owed));
  if (!row) throw new AppError("action_not_allowed");
  return mirror(context, row);
}

/** Waived while the payment was on its way. */
export async function refundLateFee(context: StepContext): Promise<Booking> {
  const { tx, payments, booking } = context;
  const fee = feeOf(context);
  const request = { paymentId: fee.payment?.id ?? "", amountCents: lateFeeToRefund(fee), reason: "late_fee_waived" };
  await requestRefund(tx, payments, request);
  return booking;
}

export const recordLateFeeCharge = (context: StepContext): Promise<Booking> => {
  const fee = feeOf(context);
  const chargedCents = Math.min(fee.payment?.capturedCents ?? 0, owedOf(fee));
  return collect(context, "late_fee_charged", { chargedCents, depositCents: 0 });
};

/** After the deposit was settled: it paid the fee as far as it went. */
export async function keepLateFee(context: StepContext): Promise<Booking> {
  const { snapshot, now, booking } = context;
  if (!snapshot.lateFee || isLateFeeFinal(snapshot.lateFee.status)) return booking;
  const depositCents = settlementOf(snapshot, now)?.lateFeeCents ?? 0;
  if (depositCents === 0) return writeOffLateFee(context);
  const event = depositCents === owedOf(snapshot.lateFee) ? "late_fee_kept" : "late_fee_uncollectible";
  return collect(context, event, { chargedCents: depositCents, depositCents });
}

/** An amount that is too small for card and deposit is waived. */
export const writeOffLateFee = (context: StepContext): Promise<Booking> =>
  isTooSmall(owedOf(feeOf(context)))
    ? waiveSmallFee(context)
    : collect(context, "late_fee_uncollectible", { chargedCents: 0, depositCents: 0 });

async function waiveSmallFee(context: StepContext): Promise<Booking> {
  const fee = feeOf(context);
  const waived = owedOf(fee);
  const changes = { waivedCents: fee.cappedCents, waiverReason: TOO_SMALL };
  const { booking } = await changeLateFee(context, {
    event: "late_fee_waived",
    actor: SYSTEM,
    changes,
    notes: TOO_SMALL,
  });
  const details = { by: "system", waivedCents: waived, leftCents: 0, reason: TOO_SMALL } as const;
  await notifyAbout(context.tx, booking, ["renter", "owner"], "late_fee_waived", details);
  return booking;
}

type Collected = Pick<LateFeeRow, "chargedCents" | "depositCents">;

async function collect(context: StepContext, event: LateFeeEvent, collected: Collected): Promise<Booking> {
  const paymentStatus = event === "late_fee_uncollectible" ? "failed" : "paid";
  const changes = { ...collected, paymentStatus } as const;
  const { booking, row } = await changeLateFee(context, { event, actor: SYSTEM, changes });
  const details = {
    chargedCents: row.chargedCents,
    depositCents: row.depositCents,
    unpaidCents: owedOfRow(row) - row.chargedCents,
    ownerCents: row.chargedCents - lateFeeCommission(booking.priceBreakdown, row.chargedCents),
  };
  await notifyAbout(context.tx, booking, ["renter", "owner"], "late_fee_settled", details);
  return booking;
}

/** Follows the payment. A declined charge asks the renter to pay. */
export async function syncLateFeePayment(context: StepContext): Promise<Booking> {
  const { tx, booking } = context;
  const fee = feeOf(context);
  const paymentStatus = lateFeePaymentStatus(fee);
  const row = await swapLateFee(tx, booking.id, fee.status, { paymentStatus });
  if (!row) throw new AppError("action_not_allowed");
  if (paymentStatus === "failed" && !isLateFeeFinal(fee.status)) await remindOfLateFee(context);
  return mirror(context, row);
}
