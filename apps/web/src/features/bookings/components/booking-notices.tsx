import type { BookingDetailView } from "@nexby/contract/bookings";
import type { ReactNode } from "react";
import { Notice } from "../../../components/ui/notice.tsx";
import { formatExactCents } from "../../../lib/money.ts";
import { momentIn } from "../booking-times.ts";

type Props = { booking: BookingDetailView };

/** What went otherwise than planned, told before everything else. */
export function BookingNotices({ booking }: Props) {
  const notices = [cancellationNotice(booking), declineNotice(booking), noShowNotice(booking), claimNotice(booking)];
  const told = notices.filter((notice) => notice !== null);
  if (told.length === 0) return null;
  return (
    <div className="grid gap-3">
      {told.map(({ title, lines }) => (
        <Notice key={title} look="information" title={title}>
          {lines.filter(Boolean).map((line) => (
            <p key={String(line)} className="whitespace-pre-line break-words">
              {line}
            </p>
          ))}
        </Notice>
      ))}
    </div>
  );
}

type Told = { title: string; lines: ReactNode[] };

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
  const { by, at, reason, refundCents } = cancellation;
  const names = { renter: renter.firstName, owner: owner.firstName, admin: "An administrator", system: "We" };
  const who = by === role ? "You" : names[by];
  const whose = role === "renter" ? "You get" : `${renter.firstName} gets`;
  return {
    title: `${who} canceled this booking on ${momentIn(at, timezone)}`,
    lines: [
      reason,
      CHARGED.has(paymentStatus) ? `${whose} ${formatExactCents(refundCents)} back.` : "Nothing was charged.",
    ],
  };
}

function declineNotice({ status, declineReason, owner, role }: BookingDetailView): Told | null {
  if (status !== "declined") return null;
  const who = role === "owner" ? "You" : owner.firstName;
  return {
    title: declineReason ? `${who} declined the request` : "The request was declined",
    lines: [declineReason, "Nothing was charged."],
  };
}

function noShowNotice({ noShow, role, renter, owner, timezone }: BookingDetailView): Told | null {
  if (!noShow) return null;
  const { reportedBy, reportedAt, contestUntil, contestedAt } = noShow;
  const names = { renter: renter.firstName, owner: owner.firstName };
  const absent = reportedBy === "renter" ? "owner" : "renter";
  const who = reportedBy === role ? "You" : names[reportedBy];
  const whom = absent === role ? "you" : names[absent];
  return {
    title: `${who} reported on ${momentIn(reportedAt, timezone)} that ${whom} did not come`,
    lines: [
      contestedAt
        ? `${absent === role ? "You" : names[absent]} said otherwise on ${momentIn(contestedAt, timezone)}.`
        : `It can be contested until ${momentIn(contestUntil, timezone)}.`,
    ],
  };
}

function claimNotice({ claim, damageCents, owner, role }: BookingDetailView): Told | null {
  if (!claim) return null;
  const who = role === "owner" ? "You claim" : `${owner.firstName} claims`;
  return {
    title: `${who} ${formatExactCents(claim.amountCents)} for damage or loss`,
    lines: [claim.notes, damageCents !== null && `Decided: ${formatExactCents(damageCents)} of the deposit.`],
  };
}
