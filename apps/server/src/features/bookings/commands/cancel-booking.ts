import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { Cancellation } from "@nexby/domain/bookings/cancellation";
import { isCharged } from "@nexby/domain/bookings/scheduled-steps";
import { type BookingSnapshot, isForLateItem, isNoShowToDecide, type NoShow } from "@nexby/domain/bookings/snapshot";
import { areContactsShared } from "@nexby/domain/bookings/statuses";
import { refusalOf } from "@nexby/domain/bookings/transitions";
import { ownerPenalty } from "@nexby/domain/ledger/postings";
import { AppError } from "../../../platform/errors.ts";
import { assertNoContacts } from "../../../platform/no-contacts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { post } from "../../ledger/public.ts";
import { refusalMessage } from "../bookings.policy.ts";
import { countOwnerCancellations } from "../bookings.queries.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { cancelWithRefund, decideCancellation, refundHoldsUntil } from "../lifecycle/cancellation.ts";

type Canceler = { role: "renter" | "owner" | "admin"; id: string };

/** The refund for canceling now. Throws if the booking can no longer be canceled. */
export async function previewCancellation(
  { tx, booking, snapshot, now }: StepContext,
  { role }: Canceler,
  as?: NoShow,
): Promise<CancellationView> {
  const by = rulesFor(snapshot, role, as);
  const refusal = refusalOf(snapshot, { event: "cancel", actor: role, now });
  if (refusal !== null) throw new AppError("action_not_allowed", refusalMessage(refusal));
  const terms = { by, cancelledAt: now, isCharged: isCharged(snapshot) };
  const { percent, refundCents, ownerKeepsCents } = await decideCancellation(tx, booking, terms);
  const isApproved = booking.approvedAt !== null;
  const isItemLate = isForLateItem(snapshot);
  const isOnRecord = isApproved && ((role === "owner" && !isItemLate) || by === "owner_no_show");
  return {
    percent,
    refundCents,
    keptCents: booking.totalCents - refundCents,
    isCharged: terms.isCharged,
    depositCents: booking.depositCents,
    ownerKeepsCents: role === "renter" ? null : ownerKeepsCents,
    ownerPenaltyCents: isApproved && role === "owner" && !isItemLate ? booking.ownerPenaltyCents : 0,
    ownerCancellations: isOnRecord ? await countOwnerCancellations(tx, booking.ownerId) : null,
    changesAt: role === "renter" && !isItemLate ? (refundHoldsUntil(booking, terms)?.toISOString() ?? null) : null,
    isNoShowToDecide: role === "admin" && isNoShowToDecide(snapshot),
  };
}

/**
 * The canceler's own rules apply, unless an admin decides a no-show or a renter accepts one by canceling. While the
 * previous renter is late, everything is refunded.
 */
function rulesFor(snapshot: BookingSnapshot, role: Canceler["role"], as: NoShow | undefined): Cancellation["by"] {
  if (as === undefined && isForLateItem(snapshot)) return "admin";
  if (as === undefined) return role === "renter" && isReportedAbsent(snapshot) ? "renter_no_show" : role;
  if (role !== "admin") throw new AppError("forbidden", "Only admins can decide who didn't show up");
  if (!isNoShowToDecide(snapshot)) throw new AppError("action_not_allowed", "No one has reported a no-show");
  return as;
}

/** Canceling must not cost a reported renter less than letting the report stand. */
const isReportedAbsent = ({ noShowReportedBy, noShowContestedAt }: BookingSnapshot) =>
  noShowReportedBy === "owner" && noShowContestedAt === null;

type CancelRequest = { reason: string; refundCents: number; as?: NoShow | undefined };

/** Throws refund_changed when the refund differs from the one the canceler was shown. */
export async function cancelBooking(
  context: StepContext,
  canceler: Canceler,
  { reason, refundCents, as }: CancelRequest,
): Promise<Booking> {
  const preview = await previewCancellation(context, canceler, as);
  if (preview.refundCents !== refundCents) {
    const details = [{ field: "refundCents", message: String(preview.refundCents) }];
    throw new AppError("refund_changed", undefined, { details });
  }
  // From the approval on, the two already have each other's.
  if (!areContactsShared(context.booking.status)) assertNoContacts({ reason });
  const canceled = await cancelWithRefund(context, {
    actor: canceler,
    as: rulesFor(context.snapshot, canceler.role, as),
    reason,
    isForLateItem: isForLateItem(context.snapshot),
  });
  if (preview.ownerPenaltyCents > 0) await chargeOwnerPenalty(context, preview.ownerPenaltyCents);
  return canceled;
}

async function chargeOwnerPenalty({ tx, booking, now }: StepContext, amountCents: number): Promise<void> {
  await post(tx, {
    sourceKey: `bookings:${booking.id}:owner_penalty`,
    kind: "owner_penalty",
    bookingId: booking.id,
    occurredAt: now,
    postings: ownerPenalty(amountCents, booking.ownerId),
  });
}
