import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isOver } from "@nexby/domain/bookings/statuses";
import { formatExactCents } from "../../../lib/format.ts";
import { momentIn } from "./next-step.ts";

type Told = { title: string; lines: readonly (string | false | null)[] };

/** What went otherwise than planned, each with what there is to say about it. */
export function noticesOf(booking: BookingDetailView): { title: string; lines: string[] }[] {
  const notices = [cancellationNotice(booking), declineNotice(booking), noShowNotice(booking), claimNotice(booking)];
  return notices.flatMap((told) =>
    told === null ? [] : [{ ...told, lines: [...new Set(told.lines.flatMap((line) => line || []))] }],
  );
}

const CHARGED: ReadonlySet<string> = new Set([
  "captured",
  "partially_refunded",
  "refunded",
  "disputed",
  "charged_back",
]);

function cancellationNotice(booking: BookingDetailView): Told | null {
  const { cancellation, role, renter, owner, timezone, paymentStatus } = booking;
  if (!cancellation) return null;
  const { by, at, absent, refundCents } = cancellation;
  const names = { renter: renter.firstName, owner: owner.firstName, admin: "An administrator", system: "We" };
  const who = by === role ? "You" : names[by];
  const whose = role === "renter" ? "You get" : `${renter.firstName} gets`;
  return {
    title: `${who} canceled this booking on ${momentIn(at, timezone)}`,
    lines: [
      absent && absentCopy(absent, booking),
      cancelReasonCopy(cancellation, booking),
      CHARGED.has(paymentStatus) ? `${whose} ${formatExactCents(refundCents)} back.` : "Nothing was charged.",
    ],
  };
}

function declineNotice({ status, declineReason, owner, role }: BookingDetailView): Told | null {
  if (status !== "declined") return null;
  const who = role === "owner" ? "You" : owner.firstName;
  return {
    // Without a reason it was not the owner, who may never have seen it.
    title: declineReason ? `${who} declined the request` : "The request was not accepted",
    lines: [declineReason, "Nothing was charged."],
  };
}

function noShowNotice({ noShow, role, renter, owner, timezone, status }: BookingDetailView): Told | null {
  if (!noShow) return null;
  const { reportedBy, reportedAt, contestUntil, contestedAt, isDeliveryAttempted } = noShow;
  const names = { renter: renter.firstName, owner: owner.firstName };
  const absent = reportedBy === "renter" ? "owner" : "renter";
  const who = reportedBy === role ? "You" : names[reportedBy];
  const whom = absent === role ? "you" : names[absent];
  return {
    title: `${who} reported on ${momentIn(reportedAt, timezone)} that ${whom} did not come`,
    lines: [
      isDeliveryAttempted &&
        `${who === "You" ? "You say that you" : `${who} says that they`} stood at the door with it.`,
      contestedAt
        ? `${absent === role ? "You" : names[absent]} said otherwise on ${momentIn(contestedAt, timezone)}.`
        : !isOver(status) && `It can be contested until ${momentIn(contestUntil, timezone)}.`,
    ],
  };
}

function claimNotice(booking: BookingDetailView): Told | null {
  const { claim, damageCents, owner, role, rentalStatus } = booking;
  if (!claim) return null;
  // Nobody claimed that: the amount only stands for all there could be.
  if (rentalStatus === "lost") return lossNotice(booking);
  const who = role === "owner" ? "You claim" : `${owner.firstName} claims`;
  return {
    title: `${who} ${formatExactCents(claim.amountCents)} for damage or loss`,
    lines: [claim.notes, damageCents !== null && decidedCopy(damageCents)],
  };
}

function lossNotice({ damageCents, depositCents }: BookingDetailView): Told {
  const about = depositCents > 0 ? " what of the deposit goes to the owner" : "";
  return {
    title: "It was not returned",
    lines: [
      damageCents === null && `An administrator decides${about}.`,
      damageCents !== null && depositCents > 0 && decidedCopy(damageCents),
    ],
  };
}

const decidedCopy = (damageCents: number): string => `Decided: ${formatExactCents(damageCents)} of the deposit.`;

type Booking = Pick<BookingDetailView, "role" | "renter" | "owner" | "approvalStatus">;
type Said = Pick<NonNullable<BookingDetailView["cancellation"]>, "by" | "reason">;

const absentCopy = (absent: "renter" | "owner", booking: Booking): string =>
  `${absent === booking.role ? "You" : booking[absent].firstName} did not come.`;

/** What the server writes down where nobody says a word. */
const SYSTEM_REASONS: Readonly<Record<string, (booking: Booking) => string>> = {
  payment_failed: () => "The rental could not be charged in time.",
  deposit_failed: () => "The deposit could not be placed in time.",
  renter_no_show: (booking) => absentCopy("renter", booking),
  owner_no_show: (booking) => absentCopy("owner", booking),
};

/** Why it was called off. A person's own words are theirs, but for a checkout that made way for another. */
export function cancelReasonCopy({ by, reason }: Said, booking: Booking): string | null {
  if (reason === null) return null;
  if (by === "system") return SYSTEM_REASONS[reason]?.(booking) ?? reason;
  const isReplaced = by === "renter" && reason === "replaced" && booking.approvalStatus === "draft";
  return isReplaced ? "Another choice was made at the checkout." : reason;
}
