import type { BookingView } from "@nexby/contract/bookings/bookings";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { momentIn, zonedTime } from "../../../../lib/dates.ts";
import { isLost } from "./loss.ts";

type Lateness = NonNullable<BookingView["lateness"]>;
type Late = Pick<BookingView, "role" | "renter" | "endAt" | "timezone" | "lateness" | "exchangeType" | "item">;

/** "2 hours 45 minutes", "1 day 3 hours" */
export function durationText(milliseconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(milliseconds / DAY),
    Math.floor((milliseconds % DAY) / HOUR),
    Math.floor((milliseconds % HOUR) / MINUTE),
  ];
  const parts: [number, string][] =
    days > 0
      ? [
          [days, "day"],
          [hours, "hour"],
        ]
      : [
          [hours, "hour"],
          [minutes, "minute"],
        ];
  const text = parts.flatMap(([count, noun]) => (count > 0 ? [countOf(count, noun)] : [])).join(" ");
  return text || "less than a minute";
}

/** "2 hours 45 minutes late, billed as 1 day" */
const countedText = (lateMs: number, daysLate: number): string =>
  `${durationText(lateMs)} late${daysLate > 0 ? `, billed as ${countOf(daysLate, "day")}` : ""}`;

/** As the server last said, or a day later if that one has started since. */
function latenessAt({ daysLate, feeCents, nextDayAt, nextFeeCents }: Lateness, now: number) {
  const hasGrown = nextDayAt !== null && Date.parse(nextDayAt) < now;
  const isGrowing = nextDayAt !== null && !hasGrown && nextFeeCents > feeCents;
  return {
    daysLate: hasGrown ? daysLate + 1 : daysLate,
    feeCents: hasGrown ? nextFeeCents : feeCents,
    next: isGrowing ? { at: nextDayAt, feeCents: nextFeeCents } : null,
    /** The server hasn't told yet what comes next. */
    isOutdated: hasGrown,
  };
}

export const isFree = ({ freeUntil }: Pick<Lateness, "freeUntil">, now: number): boolean =>
  now <= Date.parse(freeUntil);

/** What a return that is due costs now and from when it costs more; null before that. Never names a time to come that has passed. */
export function latenessText(booking: Late, now: number): string | null {
  const { lateness, endAt, role, renter } = booking;
  if (lateness === null || now < Date.parse(endAt)) return null;
  if (isFree(lateness, now)) {
    const until = soonText(lateness.freeUntil, booking);
    const due = `It was due ${momentIn(endAt, booking.timezone)}.`;
    return role === "renter"
      ? `${due} Return it by ${until} to avoid a late fee.`
      : `${due} ${renter.firstName} can return it by ${until} without a late fee.`;
  }
  const { daysLate, feeCents, next, isOutdated } = latenessAt(lateness, now);
  const cost = feeCents > 0 ? `: ${dollarText(feeCents)}` : "";
  const counted = `${countedText(now - Date.parse(endAt), daysLate)}${cost}.`;
  const growth = next
    ? ` The next day starts ${momentIn(next.at, booking.timezone)}: ${dollarText(next.feeCents)}.`
    : feeCents > 0 && !isOutdated
      ? " The fee doesn’t grow anymore."
      : "";
  return `It’s ${counted}${growth}`;
}

/** Only the time on the day the item was due. */
function soonText(instant: string, { endAt, timezone }: Pick<Late, "endAt" | "timezone">): string {
  const isSameDay = localDateOf(new Date(instant), timezone) === localDateOf(new Date(endAt), timezone);
  return isSameDay
    ? zonedTime(new Date(instant), timezone, { hour: "numeric", minute: "2-digit" })
    : momentIn(instant, timezone);
}

export type OverdueItem = { id: string; title: string; text: string; label: string };

/** What home and lists lead with; null for rentals that aren't due. */
export function overdueItem(
  booking: Late & Pick<BookingView, "id" | "status" | "rentalStatus">,
  now: number,
): OverdueItem | null {
  const { id, item, role, renter, lateness, endAt } = booking;
  if (isLost(booking)) {
    const text =
      role === "renter"
        ? "It’s considered lost. If you bring it back before our team decides, you’ll only pay the late fee and any damage."
        : "It’s considered lost, and our team will decide. If you get it back before that, mark it as returned.";
    return { id, title: `Not returned: ${item.title}`, text, label: "See the booking" };
  }
  const text = item.isFoodTruck ? null : latenessText(booking, now);
  if (lateness === null || text === null || now < Date.parse(endAt)) return null;
  const isDue = isFree(lateness, now);
  const [label, title] =
    role === "renter"
      ? ["Return it", isDue ? "Due now" : "Overdue"]
      : ["See the booking", isDue ? "Due back now" : `${renter.firstName} hasn’t returned it`];
  return { id, title: `${title}: ${item.title}`, text, label };
}

/** What the next renter and the owner can do while the renter before them is late. */
export function endangeredCopy({ role, startAt }: Pick<BookingView, "role" | "startAt">, now: number) {
  const isPast = Date.parse(startAt) <= now;
  const cause = "The previous renter still has it or returned it late.";
  const choice = "you can choose other dates or another item: we’ll cancel this booking and refund you in full.";
  return {
    title: isPast ? "It may not be back yet" : "It may not be back in time",
    text:
      role === "renter"
        ? `${cause} If it isn’t ready${isPast ? "" : " in time"}, ${choice}`
        : `${cause} If it never comes back, we’ll cancel this booking and refund the renter. You can cancel it earlier. Neither counts against you.`,
  };
}
