import {
  type Cancellation,
  refundHoldsUntil as holdsUntil,
  OWNER_REVIEW_FROM,
  refundFor,
} from "@nexby/domain/bookings/cancellation";
import { PAYOUT_DELAY_MS } from "@nexby/domain/bookings/deadlines";
import { isCharged } from "@nexby/domain/bookings/scheduled-steps";
import { absentBy, type PaymentFacts } from "@nexby/domain/bookings/snapshot";
import { cents } from "@nexby/domain/kernel/money";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking, DecidedCancellation } from "../../../schema/bookings.ts";
import { findUser, notifyAdmins } from "../../accounts/public.ts";
import { endUnitHolds } from "../../inventory/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { requestVoid } from "../../payments/public.ts";
import { countOwnerCancellations, lockOwnerRecord } from "../bookings.queries.ts";
import { cancelPlans } from "../planned-times.queries.ts";
import type { Actor, StepContext } from "./booking-state.ts";
import { transitionBooking } from "./change-status.ts";

const ONE_MS = 1;

/** The reason of a cancellation that is nobody's fault. */
export const LATE_ITEM = "late_item";

type CancelOptions = {
  actor: Actor;
  /** Selects the refund rules. */
  as: Cancellation["by"];
  reason: string;
  event?: "cancel" | "cancel_for_missing_item" | "reject_handoff";
  /** Calculates the refund as of just before the start, if it is later now. */
  isBeforeStart?: boolean;
  /** The previous renter is late. The cancellation is not on the owner's record. */
  isForLateItem?: boolean;
};

/** Fixes the refund once; payments follow it later, whatever state they are in. */
export async function cancelWithRefund(
  context: StepContext,
  { actor, as, reason, event = "cancel", isBeforeStart, isForLateItem = false }: CancelOptions,
): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const lastMoment = new Date(booking.startAt.getTime() - ONE_MS);
  const cancelledAt = isBeforeStart && now > lastMoment ? lastMoment : now;
  const { ownerKeepsCents, ...cancellation } = await decideCancellation(tx, booking, {
    by: as,
    cancelledAt,
    isCharged: isCharged(snapshot),
  });
  await releaseUnits(context);
  const absentParty = absentBy(as);
  const isBlameless = isForLateItem && actor.role === "owner";
  const canceled = await transitionBooking(tx, {
    booking,
    snapshot,
    now,
    event,
    actor,
    notes: reason,
    changes: {
      canceledAt: now,
      canceledBy: isBlameless ? "system" : actor.role,
      cancelReason: isBlameless ? LATE_ITEM : reason === "" ? null : reason,
      cancellation,
      absentParty,
      rentalStatus: absentParty === null ? "canceled" : "no_show",
      payoutEligibleAt: ownerKeepsCents > 0 ? new Date(now.getTime() + PAYOUT_DELAY_MS) : null,
    },
  });
  const isOwnersFault = (actor.role === "owner" && !isBlameless) || absentParty === "owner";
  if (isOwnersFault && booking.approvedAt !== null) await alertOnFrequentCancellations(tx, canceled);
  return canceled;
}

type CancellationInput = Pick<Cancellation, "by" | "cancelledAt"> & { isCharged: boolean };

/** Nothing is retained if the rental wasn't charged: a payment that still arrives is refunded in full. */
const termsOf = (
  { policySnapshot: policy, startAt, approvedAt }: Booking,
  { isCharged, ...input }: CancellationInput,
) => ({
  policy,
  startAt,
  approvedAt: isCharged ? approvedAt : null,
  ...input,
});

/** The time until which the refund stays the same. Null when it won't change anymore. */
export const refundHoldsUntil = (booking: Booking, input: CancellationInput): Date | null =>
  holdsUntil(termsOf(booking, input));

/** The refund for this cancellation, and the shares it is taken from. */
export async function decideCancellation(
  db: Db,
  booking: Booking,
  input: CancellationInput,
): Promise<DecidedCancellation & { ownerKeepsCents: number }> {
  const { refundsAllTax } = await getPlatformSettings(db);
  const { priceBreakdown: price, isDeliveryAttempted } = booking;
  const lines = price.lines.map(({ taxable, amountCents, ...line }) => ({
    ...line,
    amountCents: cents(amountCents),
    unitCents: cents(line.unitCents),
    isTaxable: taxable,
  }));
  // Uses the tax rule agreed with the price, or the current setting for bookings without one.
  const isTaxKeptInProportion = !(price.tax.isAllRefunded ?? refundsAllTax);
  const terms = { ...termsOf(booking, input), isDeliveryAttempted, isTaxKeptInProportion };
  const { percent, refundCents, ownerKeepsCents, platformKeepsCents } = refundFor(lines, price.commission.rate, terms);
  const ownerCents = price.ownerEarningsCents - ownerKeepsCents;
  const platformCents = price.commission.amountCents + price.serviceFeeCents - platformKeepsCents;
  const insuranceCents = price.insuranceCents;
  const taxCents = refundCents - ownerCents - platformCents - insuranceCents;
  return { percent, refundCents, ownerKeepsCents, shares: { ownerCents, platformCents, insuranceCents, taxCents } };
}

const VOIDABLE: ReadonlySet<string> = new Set(["created", "awaiting_payment", "action_required", "authorized"]);

/** Releases holds and voids unpaid payments. Skips payments with an operation in progress. */
export async function voidPayments({ tx, payments }: StepContext, made: readonly PaymentFacts[]): Promise<void> {
  for (const { id, status, isBusy, isRefused } of made) {
    if (VOIDABLE.has(status) && !isBusy && !isRefused) await requestVoid(tx, payments, id);
  }
}

/** Also cancels proposed and confirmed times. */
export async function releaseUnits({ tx, booking }: Pick<StepContext, "tx" | "booking">): Promise<void> {
  await endUnitHolds(tx, booking.id);
  await cancelPlans(tx, booking.id, null);
}

const MAX_SEARCH_LENGTH = 100;

/** Only notifies admins; nothing happens to the owner automatically. */
async function alertOnFrequentCancellations(tx: Db, { id: bookingId, ownerId }: Booking): Promise<void> {
  await lockOwnerRecord(tx, ownerId);
  const times = await countOwnerCancellations(tx, ownerId);
  const owner = await findUser(tx, ownerId);
  if (times < OWNER_REVIEW_FROM || !owner) return;
  const name = [owner.firstName, owner.lastName].filter(Boolean).join(" ") || owner.email;
  const search = new URLSearchParams({ status: "all", search: owner.email.slice(0, MAX_SEARCH_LENGTH) });
  await notifyAdmins(tx, {
    kind: "admin_frequent_cancellations",
    data: { ownerId, bookingId, name, count: times, page: `/admin?${search}` },
  });
}
