import type { BookingRequestView } from "@nexby/contract/bookings/booking-requests";
import type { BookingDetailView, BookingView, ExtensionView, UnitReturnView } from "@nexby/contract/bookings/bookings";
import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";
import { allowedActionsOf, waitOf } from "@nexby/domain/bookings/actions";
import { depositModeToCome } from "@nexby/domain/bookings/payment-plan";
import { contestUntil, isUpcoming } from "@nexby/domain/bookings/scheduled-steps";
import { localDateOf, localTimeOf } from "@nexby/domain/kernel/zones";
import { lateFeeCommission, latenessOf, owedOf } from "@nexby/domain/late-fees/late-fee-collection";
import { isLateFeeFinal } from "@nexby/domain/late-fees/late-fee-statuses";
import { declineText } from "@nexby/domain/payments/payment-status";
import {
  answeredBy,
  type Hours,
  isConfirmedAtDeadline,
  isOpenPlan,
  livePlan,
  PLAN_KINDS,
  PLAN_RULES,
  type PlanKind,
  planDays,
  type Side,
  suggestTimes,
  timeInForce,
  turnOf,
} from "@nexby/domain/planning/planned-times";
import { type UnitReturn, unitsOut } from "@nexby/domain/returns/returned-units";
import type { Booking } from "../../schema/bookings.ts";
import type { BookingExtension } from "../../schema/extensions.ts";
import type { BookingDetails, Shown } from "./booking-details.queries.ts";
import type { ShownRequest } from "./booking-lists.queries.ts";
import {
  areInstructionsShown,
  canSetInstructions,
  damageLimitNow,
  isContactShown,
  lossLimitNow,
} from "./bookings.policy.ts";
import type { PlannedTime } from "./planned-times.queries.ts";

/** The pickup and return that are still to come, with proposals and suggestions. */
function presentPlannedTimes({ plannedTimes, handoffHours: hours, ...shown }: BookingDetails): PlannedTimeView[] {
  if (hours === null) return [];
  return PLAN_KINDS.filter((kind) => isOpenPlan(shown.snapshot, kind)).map((kind) =>
    presentPlannedTime(shown, kind, { rows: plannedTimes.filter((row) => row.kind === kind), hours: hours[kind] }),
  );
}

type Details = { rows: readonly PlannedTime[]; hours: Record<Side, Hours> };

function presentPlannedTime(shown: Shown, kind: PlanKind, { rows, hours }: Details): PlannedTimeView {
  const { booking, snapshot, now } = shown;
  const { timezone } = booking;
  const { proposal } = snapshot.plans[kind];
  const confirmed = rows.find(({ status }) => status === "confirmed");
  const open = rows.find(({ id }) => id === proposal?.id);
  const forBoth = (text: string | null | undefined) => (isContactShown(shown) ? (text ?? null) : null);
  return {
    kind,
    at: timeInForce(snapshot, kind)?.toISOString() ?? null,
    isConfirmed: isConfirmed(snapshot, kind),
    confirmation: presentConfirmation(confirmed, booking),
    place: forBoth(confirmed?.address ?? booking.exchangeAddress),
    notes: forBoth(confirmed?.notes),
    turn: turnOf(snapshot.plans[kind]),
    proposal: proposal && {
      id: proposal.id,
      at: proposal.at.toISOString(),
      by: proposal.by,
      place: forBoth(open?.address ?? booking.exchangeAddress),
      notes: forBoth(open?.notes),
      isFlexible: open?.timeFlexible ?? false,
      message: open?.proposalMessage ?? null,
      inReplyTo: presentAnswered(open && answeredBy(rows, open)),
      expiresAt: proposal.expiresAt.toISOString(),
      isConfirmedAtDeadline: isConfirmedAtDeadline(snapshot, kind),
    },
    suggestions: suggestionsFor(shown, kind, hours).map((at) => ({
      at: at.toISOString(),
      date: localDateOf(at, timezone),
      time: localTimeOf(at, timezone),
    })),
    days: planDays(snapshot, timezone, now),
    ownerHours: hours.owner.window,
  };
}

function presentConfirmation(row: PlannedTime | undefined, { renterId }: Booking): PlannedTimeView["confirmation"] {
  if (!row?.confirmedAt) return null;
  const by = row.confirmedBy === renterId ? "renter" : "owner";
  return { at: row.confirmedAt.toISOString(), by: row.confirmedBy === null ? null : by };
}

const presentAnswered = (row: PlannedTime | null | undefined) =>
  row ? { at: row.proposedDateTime.toISOString(), response: row.responseMessage } : null;

/** A return time requested at checkout counts as confirmed with the pickup; the end of the rental needs no confirmation. */
const isConfirmed = ({ plans, scheduledReturnAt, endAt }: Shown["snapshot"], kind: PlanKind): boolean =>
  plans[kind].isConfirmed || (kind === "return" && scheduledReturnAt !== null && scheduledReturnAt < endAt);

function suggestionsFor({ booking, snapshot, role, now }: Shown, kind: PlanKind, hours: Details["hours"]): Date[] {
  if (role === "admin" || !PLAN_RULES.propose(snapshot, kind, role, now)) return [];
  const [requestedAt, isFlexible] =
    kind === "pickup"
      ? [booking.requestedPickupAt, booking.isPickupFlexible]
      : [booking.requestedDropoffAt, booking.isDropoffFlexible];
  return suggestTimes({ facts: snapshot, kind, zone: booking.timezone, hours, requestedAt, isFlexible, now });
}

const text = (instant: Date | null) => instant?.toISOString() ?? null;

export function presentBooking({ booking, snapshot, role, item, renter, owner, now }: Shown): BookingView {
  const wait = waitOf(snapshot);
  return {
    ...booking,
    role,
    item,
    renter,
    owner,
    startAt: booking.startAt.toISOString(),
    endAt: booking.endAt.toISOString(),
    pickupAt: (booking.scheduledPickupAt ?? booking.startAt).toISOString(),
    ownerEarningsCents: role === "renter" ? null : earnedBy(booking),
    isPayoutReady: role === "renter" || snapshot.isOwnerPayable,
    payoutStatus: role === "renter" ? "not_started" : booking.payoutStatus,
    unitsOut: unitsOut(snapshot),
    nextStep: wait && { ...wait, until: text(wait.until) },
    lateness: presentLateness(snapshot, now),
    allowedActions: allowedActionsOf(snapshot, role, now),
    createdAt: booking.createdAt.toISOString(),
  };
}

function presentLateness(snapshot: Shown["snapshot"], now: Date): BookingView["lateness"] {
  const lateness = latenessOf(snapshot, now);
  if (lateness === null) return null;
  return { ...lateness, freeUntil: lateness.freeUntil.toISOString(), nextDayAt: text(lateness.nextDayAt) };
}

/** Canceled: the owner's retained share. Declined or expired: 0. */
function earnedBy({ status, ownerEarningsCents, cancellation }: Booking): number {
  if (status === "declined" || status === "expired") return 0;
  return ownerEarningsCents - (cancellation?.shares.ownerCents ?? 0);
}

export function presentBookingDetail(details: BookingDetails): BookingDetailView {
  const { booking, role, payments, timeline } = details;
  return {
    ...presentBooking(details),
    price: booking.priceBreakdown,
    exchange: presentHandoff(details),
    plannedTimes: presentPlannedTimes(details),
    extensions: presentExtensions(details),
    contactPhone: details.contactPhone,
    message: readableMessage(details),
    approvalMessage: booking.approvalMessage,
    declineReason: booking.declineReason,
    cancellation: presentCancellation(booking),
    noShow: presentNoShow(details),
    ownerHandedOverAt: text(booking.ownerHandedOverAt),
    checkoutNotes: booking.checkoutNotes,
    returnNotes: booking.returnNotes,
    returnCondition: booking.returnCondition,
    returns: details.snapshot.returns.map(presentUnitReturn),
    missingPieces: details.missingPieces,
    claim: presentDamageClaim(details),
    damageCents: booking.damageCents,
    damageLimitCents: damageLimitNow(booking, details.snapshot),
    lossLimitCents: lossLimitNow(booking, details.snapshot),
    lateFee: presentLateFee(details),
    bookingsAtRisk: details.bookingsAtRisk,
    isEndangered: booking.endangeredAt !== null && isUpcoming(booking),
    payoutEligibleAt: role === "renter" ? null : text(booking.payoutEligibleAt),
    isDepositCharged: isDepositCharged(details),
    depositReturnedAt: booking.depositReleased ? text(booking.depositRefundedAt) : null,
    isCommissionPaid: role === "renter" ? null : booking.commissionPaid,
    adminDecision: presentAdminDecision(details),
    payments: role === "owner" ? [] : payments.map((payment) => presentPayment(payment, role)),
    timeline: timeline.map(({ createdAt, ...event }) => ({ ...event, at: createdAt.toISOString() })),
  };
}

const presentUnitReturn = ({ at, confirmedAt, ...one }: UnitReturn): UnitReturnView => ({
  ...one,
  at: at.toISOString(),
  confirmedAt: text(confirmedAt),
});

function presentLateFee({ lateFee: row, snapshot, booking, role }: BookingDetails): BookingDetailView["lateFee"] {
  if (!row || !snapshot.lateFee) return null;
  const owedCents = owedOf(snapshot.lateFee);
  const earnedCents = isLateFeeFinal(row.status) ? row.chargedCents : owedCents;
  return {
    ...row,
    owedCents,
    ownerCents: role === "renter" ? null : earnedCents - lateFeeCommission(booking.priceBreakdown, earnedCents),
    stoppedAt: text(row.stoppedAt),
    contestedAt: text(row.contestedAt),
    chargeableAt: text(snapshot.lateFee.chargeableAt),
    payBy: text(snapshot.lateFee.payBy),
  };
}

const isOwnPlace = ({ role, booking: { exchangeType } }: BookingDetails): boolean =>
  role === (exchangeType === "pickup" ? "owner" : "renter");

/** A meetup place is nobody's home, so the owner sees it while they decide. */
const isProposedPlace = ({ role, booking: { exchangeType, status } }: BookingDetails): boolean =>
  role === "owner" && exchangeType === "meetup" && status === "pending";

const isPlaceShown = (details: BookingDetails): boolean =>
  isOwnPlace(details) || isProposedPlace(details) || isContactShown(details);

const townOf = ({ booking, item }: Shown): string | null =>
  booking.exchangeType === "delivery" ? booking.exchangeTown : item.location;

function presentHandoff(details: BookingDetails): BookingDetailView["exchange"] {
  const { booking, snapshot } = details;
  const isShown = isPlaceShown(details);
  return {
    type: booking.exchangeType,
    town: townOf(details),
    address: isShown ? booking.exchangeAddress : null,
    meetupLocation: isShown ? booking.meetupLocation : null,
    latitude: isShown ? booking.exchangeLatitude : null,
    longitude: isShown ? booking.exchangeLongitude : null,
    specialInstructions: areInstructionsShown(details)
      ? (livePlan(details.plannedTimes, "pickup")?.specialInstructions ?? null)
      : null,
    canSetInstructions: canSetInstructions(details.role, booking),
    requestedPickupAt: text(booking.requestedPickupAt),
    requestedDropoffAt: text(booking.requestedDropoffAt),
    isPickupFlexible: booking.isPickupFlexible,
    isDropoffFlexible: booking.isDropoffFlexible,
    scheduledPickupAt: text(booking.scheduledPickupAt),
    scheduledReturnAt: text(booking.scheduledReturnAt),
    actualPickupAt: text(booking.actualPickupAt),
    actualReturnAt: text(booking.actualReturnAt),
    isPickupConfirmed: snapshot.isPickupConfirmed,
  };
}

function presentCancellation(booking: Booking): BookingDetailView["cancellation"] {
  const { cancellation, canceledAt, canceledBy, cancelReason } = booking;
  if (!cancellation || !canceledAt || !canceledBy) return null;
  const { percent, refundCents } = cancellation;
  const absent = booking.absentParty;
  return { by: canceledBy, at: canceledAt.toISOString(), reason: cancelReason, absent, percent, refundCents };
}

function presentNoShow({ booking, snapshot }: BookingDetails): BookingDetailView["noShow"] {
  const { noShowReportedBy, noShowReportedAt, noShowContestedAt, isDeliveryAttempted } = booking;
  if (!noShowReportedBy || !noShowReportedAt) return null;
  return {
    reportedBy: noShowReportedBy,
    reportedAt: noShowReportedAt.toISOString(),
    contestUntil: contestUntil(noShowReportedAt, snapshot).toISOString(),
    contestedAt: text(noShowContestedAt),
    isDeliveryAttempted,
  };
}

/** The mode of the existing deposit payment, or the mode a future one will use. */
function isDepositCharged({ booking, payments, now }: BookingDetails): boolean {
  const payment = payments.find(({ id }) => id === booking.depositPaymentId);
  if (payment) return payment.capture === "automatic";
  return booking.depositCents > 0 && depositModeToCome(booking.startAt, booking.endAt, now) === "charge_refund";
}

/** Only the renter knows of extensions that were never requested. */
const presentExtensions = ({ extensions, snapshot, role }: BookingDetails): ExtensionView[] =>
  extensions
    .filter(({ requestedAt }) => role === "renter" || requestedAt !== null)
    .map(({ priceBreakdown, ...extension }) => ({
      ...extension,
      endAt: extension.endAt.toISOString(),
      previousEndAt: extension.previousEndAt.toISOString(),
      price: priceBreakdown,
      ownerEarningsCents: role === "renter" ? null : priceBreakdown.ownerEarningsCents,
      expiresAt: deadlineOf(extension, snapshot).toISOString(),
      requestedAt: text(extension.requestedAt),
      decidedAt: text(extension.decidedAt),
    }));

const deadlineOf = (
  { id, expiresAt }: Pick<BookingExtension, "id" | "expiresAt">,
  { extensions }: BookingDetails["snapshot"],
): Date => extensions.find((extension) => extension.id === id)?.expiresAt ?? expiresAt;

function presentDamageClaim({ claim, claimPhotos, snapshot }: BookingDetails): BookingDetailView["claim"] {
  if (!claim) return null;
  return {
    ...claim,
    amountCents: claim.claimedCents,
    notes: claim.description,
    photos: claimPhotos.map(({ filesRemovedAt, createdAt, ...photo }) => ({
      ...photo,
      createdAt: createdAt.toISOString(),
      isRemoved: filesRemovedAt !== null,
    })),
    namedAt: text(claim.namedAt),
    answeredAt: text(claim.answeredAt),
    chargeableAt: text(snapshot.claim?.chargeableAt ?? null),
    payBy: text(snapshot.claim?.payBy ?? null),
  };
}

/** For admins only. An admin who rents or owns the item sees the booking as its renter or owner. */
function presentAdminDecision({ role, booking }: BookingDetails): BookingDetailView["adminDecision"] {
  const { adminResolution: resolution, adminNotes: notes } = booking;
  return role === "admin" && resolution !== null ? { resolution, notes } : null;
}

type Payment = BookingDetails["payments"][number];

const presentPayment = (payment: Payment, role: BookingView["role"]): BookingDetailView["payments"][number] => ({
  id: payment.id,
  kind: payment.kind,
  status: payment.status,
  amountCents: payment.amountCents,
  capturedCents: payment.capturedCents,
  refundedCents: payment.refundedCents,
  card: payment.cardBrand && payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
  failureReason: declineText(payment.failureReason),
  // Only the payer can download the receipt.
  hasReceipt: role === "renter" && payment.capturedCents > 0,
  createdAt: payment.createdAt.toISOString(),
});

/** Contact details in the renter's message are hidden under the same rule as addresses. */
function readableMessage(shown: Pick<BookingDetails, "role" | "booking" | "message">): string | null {
  const { role, message } = shown;
  if (message === null) return null;
  return role === "renter" || isContactShown(shown) ? message.content : message.masked;
}

export function presentBookingRequest({ message, trust, ...shown }: ShownRequest): BookingRequestView {
  const { booking, snapshot } = shown;
  return {
    ...presentBooking(shown),
    town: townOf(shown),
    message: readableMessage({ ...shown, message }),
    renterTrust: { ...trust, memberSince: trust.memberSince.toISOString() },
    ownerDecisionDeadline: text(snapshot.ownerDecisionDeadline),
    isPickupFlexible: booking.isPickupFlexible,
    isDropoffFlexible: booking.isDropoffFlexible,
    requestedPickupAt: text(booking.requestedPickupAt),
    requestedDropoffAt: text(booking.requestedDropoffAt),
  };
}
