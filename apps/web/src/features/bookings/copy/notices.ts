import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isOver } from "@nexby/domain/bookings/statuses";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";
import { productNow } from "../../../lib/server-time.ts";
import { disputeNotice } from "./problems/disagreement.ts";

type Link = { label: string; href: string };
type NoticeCopy = { title: string; lines: readonly (string | false | null)[]; link?: Link | null };

/** Notices about everything that didn't go as planned, without empty or repeated lines. */
export function noticesOf(
  booking: BookingDetailView,
  now = productNow(),
): { title: string; lines: string[]; link?: Link | null }[] {
  const happened = [cancellationNotice(booking), declineNotice(booking), disputeNotice(booking)];
  const notices = [...happened, noShowNotice(booking, now)];
  return notices.flatMap((notice) =>
    notice === null ? [] : [{ ...notice, lines: [...new Set(notice.lines.flatMap((line) => line || []))] }],
  );
}

const CHARGED: ReadonlySet<string> = new Set([
  "captured",
  "partially_refunded",
  "refunded",
  "disputed",
  "charged_back",
]);

function cancellationNotice(booking: BookingDetailView): NoticeCopy | null {
  const { cancellation, role, renter, owner, timezone, paymentStatus } = booking;
  if (!cancellation) return null;
  const { by, at, absent, refundCents } = cancellation;
  const names = { renter: renter.firstName, owner: owner.firstName, admin: "Our team", system: "We" };
  const subject = by === role ? "You" : names[by];
  const refundSubject = role === "renter" ? "Your" : `${renter.firstName}’s`;
  return {
    title: `${subject} canceled this booking on ${momentIn(at, timezone)}`,
    lines: [
      absent && absentCopy(absent, booking),
      cancelReasonCopy(cancellation, booking),
      CHARGED.has(paymentStatus) ? `${refundSubject} refund is ${dollarText(refundCents)}.` : "Nothing was charged.",
    ],
    // Nobody's fault, so the renter may simply want it another time.
    link:
      role === "renter" && by === "system" && cancellation.reason === "late_item"
        ? { label: "Choose other dates", href: `/listings/${booking.item.id}` }
        : null,
  };
}

function declineNotice({ status, declineReason, owner, role }: BookingDetailView): NoticeCopy | null {
  if (status !== "declined") return null;
  const subject = role === "owner" ? "You" : owner.firstName;
  return {
    // Without a reason the platform declined it, and the owner may never have seen the request.
    title: declineReason ? `${subject} declined the request` : "The request was declined",
    lines: [declineReason, "Nothing was charged."],
  };
}

function noShowNotice(
  { noShow, role, renter, owner, timezone, status, timeline }: BookingDetailView,
  now: number,
): NoticeCopy | null {
  if (!noShow) return null;
  const { reportedBy, reportedAt, contestUntil, contestedAt, isDeliveryAttempted } = noShow;
  const names = { renter: renter.firstName, owner: owner.firstName };
  const contestReason = timeline.findLast(({ type }) => type === "no_show_contested")?.notes ?? null;
  const absent = reportedBy === "renter" ? "owner" : "renter";
  const isOwn = reportedBy === role;
  const subject = isOwn ? "You" : names[reportedBy];
  const absentee = absent === role ? "you" : names[absent];
  return {
    title: `${isOwn ? "You said" : `${subject} says`} ${absentee} didn’t show up`,
    lines: [
      `Reported on ${momentIn(reportedAt, timezone)}.`,
      isDeliveryAttempted && `${subject} tried to deliver it.`,
      contestedAt
        ? `${absent === role ? "You" : names[absent]} contested it on ${momentIn(contestedAt, timezone)}.`
        : !isOver(status) &&
          now <= Date.parse(contestUntil) &&
          `${absent === role ? "You have" : `${names[absent]} has`} until ${momentIn(contestUntil, timezone)} to contest this.`,
      contestReason && `“${contestReason}”`,
    ],
  };
}

type Booking = Pick<BookingDetailView, "role" | "renter" | "owner" | "approvalStatus">;
type CancelReason = Pick<NonNullable<BookingDetailView["cancellation"]>, "by" | "reason">;

const absentCopy = (absent: "renter" | "owner", booking: Booking): string =>
  `${absent === booking.role ? "You" : booking[absent].firstName} didn’t show up.`;

/** Reason codes the server stores for cancellations by the system. */
const SYSTEM_REASONS: Readonly<Record<string, (booking: Booking) => string>> = {
  payment_failed: () => "We couldn’t charge the rental in time.",
  deposit_failed: () => "We couldn’t hold the deposit in time.",
  late_item: ({ role }) =>
    `The previous renter didn’t return it in time.${role === "admin" ? "" : " It doesn’t count against you."}`,
  renter_no_show: (booking) => absentCopy("renter", booking),
  owner_no_show: (booking) => absentCopy("owner", booking),
};

/** A person's own reason is quoted as is, except for a checkout that the renter replaced. */
export function cancelReasonCopy({ by, reason }: CancelReason, booking: Booking): string | null {
  if (reason === null) return null;
  if (by === "system") return SYSTEM_REASONS[reason]?.(booking) ?? null;
  const isReplaced = by === "renter" && reason === "replaced" && booking.approvalStatus === "draft";
  return isReplaced ? "The renter chose something else at checkout." : reason;
}
