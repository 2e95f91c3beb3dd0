import {
  type Cancellation,
  refundHoldsUntil as holdsUntil,
  OWNER_REVIEW_FROM,
  refundFor,
} from "@nexby/domain/bookings/cancellation";
import { isCharged } from "@nexby/domain/bookings/scheduled-steps";
import { absentBy, type PaymentFacts } from "@nexby/domain/bookings/snapshot";
import { cents } from "@nexby/domain/kernel/money";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking, DecidedCancellation } from "../../../schema/bookings.ts";
import { findUser, notifyAdmins } from "../../accounts/public.ts";
import { endUnitHolds } from "../../inventory/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { requestVoid } from "../../payments/public.ts";
import { cancelPickups, countOwnerCancellations, lockOwnerRecord } from "../bookings.queries.ts";
import type { Actor, StepContext } from "./booking-state.ts";
import { transitionBooking } from "./change-status.ts";

const PAYOUT_DELAY_MS = 48 * 3_600_000;
const A_MOMENT_MS = 1;

type CallingOff = {
  actor: Actor;
  /** By whose rules. */
  as: Cancellation["by"];
  reason: string;
  /** Reckoned as if it were the last moment before the start, when it is later. */
  isBeforeStart?: boolean;
};

/** Calls a booking off. What comes back is decided here once; the money follows it, however far it had come. */
export async function cancelBySystem(
  context: StepContext,
  { actor, as, reason, isBeforeStart }: CallingOff,
): Promise<Booking> {
  const { tx, booking, snapshot, now } = context;
  const lastMoment = new Date(booking.startAt.getTime() - A_MOMENT_MS);
  const cancelledAt = isBeforeStart && now > lastMoment ? lastMoment : now;
  const { ownerKeepsCents, ...cancellation } = await decideCancellation(tx, booking, {
    by: as,
    cancelledAt,
    isCharged: isCharged(snapshot),
  });
  await releaseUnits(context);
  const absentParty = absentBy(as);
  const canceled = await transitionBooking(tx, {
    booking,
    snapshot,
    now,
    event: "cancel",
    actor,
    notes: reason,
    changes: {
      canceledAt: now,
      canceledBy: actor.role,
      cancelReason: reason === "" ? null : reason,
      cancellation,
      absentParty,
      rentalStatus: absentParty === null ? "canceled" : "no_show",
      payoutEligibleAt: ownerKeepsCents > 0 ? new Date(now.getTime() + PAYOUT_DELAY_MS) : null,
    },
  });
  const isOwners = actor.role === "owner" || absentParty === "owner";
  if (isOwners && booking.approvedAt !== null) await reviewOwner(tx, canceled);
  return canceled;
}

type Asked = Pick<Cancellation, "by" | "cancelledAt"> & { isCharged: boolean };

/** Nothing is kept of what was not charged: should it arrive all the same, it goes back whole. */
const termsOf = ({ policySnapshot: policy, startAt, approvedAt }: Booking, { isCharged, ...asked }: Asked) => ({
  policy,
  startAt,
  approvedAt: isCharged ? approvedAt : null,
  ...asked,
});

/** Until when as much would come back; null when nothing takes from it any more. */
export const refundHoldsUntil = (booking: Booking, asked: Asked): Date | null => holdsUntil(termsOf(booking, asked));

/** What comes back when a booking is called off so and then, and whose share it is taken from. */
export async function decideCancellation(
  db: Db,
  booking: Booking,
  asked: Asked,
): Promise<DecidedCancellation & { ownerKeepsCents: number }> {
  const { refundsAllTax } = await getPlatformSettings(db);
  const { priceBreakdown: price, isDeliveryAttempted } = booking;
  const lines = price.lines.map(({ taxable, amountCents, ...line }) => ({
    ...line,
    amountCents: cents(amountCents),
    unitCents: cents(line.unitCents),
    isTaxable: taxable,
  }));
  // As it was agreed on with the price; where nothing was said, as it is now.
  const isTaxKeptInProportion = !(price.tax.isAllRefunded ?? refundsAllTax);
  const terms = { ...termsOf(booking, asked), isDeliveryAttempted, isTaxKeptInProportion };
  const { percent, refundCents, ownerKeepsCents, platformKeepsCents } = refundFor(lines, price.commission.rate, terms);
  const ownerCents = price.ownerEarningsCents - ownerKeepsCents;
  const platformCents = price.commission.amountCents + price.serviceFeeCents - platformKeepsCents;
  const insuranceCents = price.insuranceCents;
  const taxCents = refundCents - ownerCents - platformCents - insuranceCents;
  return { percent, refundCents, ownerKeepsCents, shares: { ownerCents, platformCents, insuranceCents, taxCents } };
}

const CAN_BE_LET_GO: ReadonlySet<string> = new Set(["created", "awaiting_payment", "action_required", "authorized"]);

/** Lets holds go, and payments nobody has made; what is being worked on is left alone. */
export async function voidOrRefund({ tx, environment }: StepContext, payments: readonly PaymentFacts[]): Promise<void> {
  for (const { id, status, isBusy, isRefused } of payments) {
    if (CAN_BE_LET_GO.has(status) && !isBusy && !isRefused) await requestVoid(tx, environment, id);
  }
}

/** The item is free again, and nobody meets. */
export async function releaseUnits({ tx, booking }: Pick<StepContext, "tx" | "booking">): Promise<void> {
  await endUnitHolds(tx, booking.id);
  await cancelPickups(tx, booking.id);
}

const MAX_SEARCHED = 100;

/** An owner has called off what they had agreed to. Nothing follows by itself: administrators are told who it is. */
async function reviewOwner(tx: Db, { id: bookingId, ownerId }: Booking): Promise<void> {
  await lockOwnerRecord(tx, ownerId);
  const times = await countOwnerCancellations(tx, ownerId);
  const owner = await findUser(tx, ownerId);
  if (times < OWNER_REVIEW_FROM || !owner) return;
  const name = [owner.firstName, owner.lastName].filter(Boolean).join(" ") || owner.email;
  const search = new URLSearchParams({ status: "all", search: owner.email.slice(0, MAX_SEARCHED) });
  await notifyAdmins(tx, {
    type: "system",
    title: "An owner cancels often",
    message: `${name} has called off or missed ${times} rentals in the last 12 months. Please take a look.`,
    actionUrl: `/admin?${search}`,
    data: { ownerId, bookingId, times },
  });
}
