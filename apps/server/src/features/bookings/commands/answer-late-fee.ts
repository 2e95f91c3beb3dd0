import { dollarText } from "@nexby/domain/kernel/money";
import {
  canContestLateFee,
  canDecideLateFee,
  canWaiveLateFee,
  owedOf,
} from "@nexby/domain/late-fees/late-fee-collection";
import { recordAudit } from "../../../platform/audit.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { alertOfContestedFee } from "../lifecycle/admin-alerts.ts";
import { notifyAbout } from "../lifecycle/booking-notifications.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { changeLateFee } from "../lifecycle/late-fees.ts";
import type { Person, RenterOrOwner } from "../run-booking-command.ts";

/** An admin decides. Until then, nothing is charged. */
export async function contestLateFee(context: StepContext, actor: RenterOrOwner, reason: string): Promise<Booking> {
  const { tx, snapshot, now } = context;
  if (actor.role !== "renter" || !canContestLateFee(snapshot, now)) throw new AppError("action_not_allowed");
  const changes = { contestedAt: now, contestReason: reason };
  const { booking } = await changeLateFee(context, { event: "late_fee_contested", actor, changes, notes: reason });
  const details = { feeCents: booking.lateFeeCents };
  await notifyAbout(tx, booking, ["owner"], "late_fee_contested", details);
  await alertOfContestedFee(tx, booking);
  return booking;
}

type Waiver = { amountCents: number; reason: string; owedCents?: number | undefined };

const CHANGED = "The late fee has changed. Check what is owed now, then waive it.";

/** The owner or an admin waives the fee or a part of it. */
export async function waiveLateFee(context: StepContext, actor: Person, waiver: Waiver): Promise<Booking> {
  const { snapshot } = context;
  const { lateFee } = snapshot;
  if (actor.role === "renter" || lateFee === null || !canWaiveLateFee(snapshot, actor.role)) {
    throw new AppError("action_not_allowed");
  }
  const { amountCents, reason } = waiver;
  const owedCents = owedOf(lateFee);
  if (waiver.owedCents !== undefined && waiver.owedCents !== owedCents)
    throw new AppError("action_not_allowed", CHANGED);
  assertAtMost("amountCents", amountCents, owedCents);
  const isWhole = amountCents === owedCents;
  const changes = { waivedCents: lateFee.waivedCents + amountCents, waiverReason: reason };
  const event = isWhole ? "late_fee_waived" : "late_fee_reduced";
  const { booking } = await changeLateFee(context, { event, actor, changes, notes: reason });
  await auditDecision(context, actor.id, { event, amountCents });
  const to = (["renter", "owner"] as const).filter((side) => side !== actor.role);
  const details = { by: actor.role, waivedCents: amountCents, leftCents: owedCents - amountCents, reason };
  await notifyAbout(context.tx, booking, to, "late_fee_waived", details);
  return booking;
}

/** The renter pays the amount an admin names; the rest is waived. The time to contest the fee is over. */
export async function decideLateFee(
  context: StepContext,
  adminId: string,
  { amountCents, reason }: Waiver,
): Promise<Booking> {
  const { tx, snapshot, now } = context;
  const { lateFee } = snapshot;
  if (lateFee === null || !canDecideLateFee(snapshot)) throw new AppError("action_not_allowed");
  const owedCents = owedOf(lateFee);
  assertAtMost("amountCents", amountCents, owedCents);
  const waivedCents = lateFee.waivedCents + owedCents - amountCents;
  const changes = {
    waivedCents,
    ...(waivedCents > 0 && { waiverReason: reason }),
    decisionReason: reason,
    chargeableAt: now,
  };
  const event = amountCents === 0 ? "late_fee_waived" : "late_fee_decided";
  const actor = { role: "admin", id: adminId } as const;
  const { booking } = await changeLateFee(context, { event, actor, changes, notes: reason });
  await auditDecision(context, adminId, { event, amountCents });
  const details = { feeCents: amountCents, waivedCents: owedCents - amountCents, reason };
  await notifyAbout(tx, booking, ["renter", "owner"], "late_fee_decided", details);
  return booking;
}

function assertAtMost(field: string, amountCents: number, maxCents: number): void {
  if (amountCents <= maxCents) return;
  const message = `The late fee is ${dollarText(maxCents)}. Enter at most that.`;
  throw new AppError("validation_failed", message, { details: [{ field, message }] });
}

const auditDecision = (
  { tx, booking }: StepContext,
  actorId: string,
  { event, amountCents }: { event: string; amountCents: number },
) => recordAudit(tx, { actorId, action: event, entityType: "booking", entityId: booking.id, details: { amountCents } });
