import type { BookingRequestView } from "@nexby/contract/bookings/booking-requests";
import type * as quotesContract from "@nexby/contract/bookings/quotes";
import type { ResponseOf } from "@nexby/contract/endpoint";
import { addDays, dayOfWeek, daysBetween, type LocalDate, WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { useQuery } from "@tanstack/react-query";
import { CircleDashed, Clock } from "lucide-react";
import { useId, useRef } from "react";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { CoverPhoto } from "../../../components/ui/photo.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useNearView } from "../../../lib/browser/document.ts";
import { browserToday, daysIn, momentIn, monthsBetween, rangeText, useSecondsUntil } from "../../../lib/dates.ts";
import { countOf } from "../../../lib/format.ts";
import { getItemCalendar } from "../api.ts";
import { datesOf, nameOf, requestFacts } from "../booking-facts.ts";
import type { ActionContext } from "../copy/actions.ts";
import { timeLeft } from "../copy/next-step.ts";
import { ActionButton } from "./action-button.tsx";
import { BookingChip } from "./booking-card.tsx";

const MAX_MONTHS = 2;

type RequestCalendarProps = { request: BookingRequestView };

/** The requested days and the item's other bookings. */
function RequestCalendar({ request }: RequestCalendarProps) {
  const area = useRef<HTMLDivElement>(null);
  const isNear = useNearView(area, false);
  const [from, to] = [request.startDate as LocalDate, request.endDate as LocalDate];
  const months = monthsBetween(from, to, MAX_MONTHS);
  const [first = from] = months;
  const last = months.at(-1) ?? first;
  const shown = daysBetween(first, addDays(last, daysIn(last)));
  // The requested days are shown even if the calendar fails to load.
  const { data } = useQuery({ ...getItemCalendar(request.item.id, first, shown), enabled: isNear });
  const taken = takenDays(data?.days ?? [], from, to);

  return (
    <div ref={area} className="min-w-0">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {months.map((month) => (
          <MonthGlance
            key={month}
            month={month}
            from={from}
            to={to}
            today={(data?.today as LocalDate | undefined) ?? browserToday()}
            isTaken={(date) => taken.includes(date)}
          />
        ))}
      </div>
      <p className="mt-2 min-h-5 text-muted text-sm">{data && takenCopy(taken)}</p>
    </div>
  );
}

type MonthGlanceProps = {
  month: LocalDate;
  /** Requested range, both ends inclusive. */
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  isTaken: (date: LocalDate) => boolean;
};

const CALENDAR_MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const WEEK = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** Read-only month, hidden from screen readers: the text next to it says the same. */
function MonthGlance({ month, from, to, today, isTaken }: MonthGlanceProps) {
  const days = Array.from({ length: daysIn(month) }, (_, index) => addDays(month, index));
  const offset = (WEEKDAYS.indexOf(dayOfWeek(month)) + 1) % 7;
  const dayStyle = (date: LocalDate) => {
    if (date >= from && date <= to) return requestedDayStyle(date, from, to);
    if (isTaken(date)) return "bg-sunken text-muted line-through";
    return date < today ? "text-muted" : "font-medium";
  };

  return (
    <div aria-hidden="true" className="w-52 max-w-full text-xs tabular-nums">
      <p className="mb-1 font-semibold text-sm">{CALENDAR_MONTH.format(new Date(`${month}T12:00:00Z`))}</p>
      <div className="grid grid-cols-7 gap-y-0.5">
        {WEEK.map((weekday) => (
          <span key={weekday} className="grid h-6 place-items-center text-muted">
            {weekday}
          </span>
        ))}
        {days.map((date, index) => (
          <span
            key={date}
            style={index === 0 ? { gridColumnStart: offset + 1 } : undefined}
            className={`grid h-7 place-items-center ${dayStyle(date)}`}
          >
            {Number(date.slice(8))}
          </span>
        ))}
      </div>
    </div>
  );
}

function requestedDayStyle(date: LocalDate, from: LocalDate, to: LocalDate): string {
  const ends = [date === from && "rounded-l-control", date === to && "rounded-r-control"].filter(Boolean).join(" ");
  return `bg-primary font-semibold text-on-primary ${ends}`;
}

type CalendarDay = ResponseOf<typeof quotesContract.getItemCalendar>["days"][number];

/** Days with no units left, except the requested days, which the request itself holds. */
export function takenDays(days: readonly CalendarDay[], from: LocalDate, to: LocalDate): LocalDate[] {
  return days.filter(({ date, free }) => free === 0 && (date < from || date > to)).map(({ date }) => date as LocalDate);
}

const LISTED = new Intl.ListFormat("en-US", { type: "conjunction" });
const MAX_SPANS = 3;

/** "Also booked: Jun 1 – 2 and Jun 9." */
export function takenCopy(taken: readonly LocalDate[]): string {
  if (taken.length === 0) return "No other bookings around these days.";
  const spans: { first: LocalDate; last: LocalDate }[] = [];
  for (const date of taken) {
    const span = spans.at(-1);
    if (span && addDays(span.last, 1) === date) span.last = date;
    else spans.push({ first: date, last: date });
  }
  const texts = spans.slice(0, MAX_SPANS).map(({ first, last }) => rangeText(first, last));
  return `Also booked: ${LISTED.format(spans.length > MAX_SPANS ? [...texts, "more"] : texts)}.`;
}

type RequestCardProps = ActionContext & { request: BookingRequestView };

export function RequestCard({ request, ...context }: RequestCardProps) {
  const heading = useId();
  const { item, renter, message, ownerDecisionDeadline: deadline, timezone, allowedActions } = request;
  const isOpen = allowedActions.includes("approve") || allowedActions.includes("decline");
  const about = `${nameOf(renter)}, ${item.title}`;

  return (
    <li>
      <article aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 md:p-6">
        <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <CoverPhoto item={item} className="aspect-3/2 w-full rounded-control" />
          <div className="min-w-0">
            {isOpen && deadline ? <TimeLeft until={deadline} timezone={timezone} /> : <BookingChip booking={request} />}
            <h2 id={heading} className="mt-1 font-semibold text-lg leading-6">
              <span className="line-clamp-2 break-words">{item.title}</span>
              <span className="block text-base">{datesOf(request)}</span>
            </h2>
          </div>
        </div>
        <div className="mt-5 grid gap-5 md:grid-cols-2 md:gap-8">
          <div className="grid content-start gap-5">
            <RenterTrust request={request} />
            {message && (
              <blockquote className="whitespace-pre-line break-words border-primary border-l-2 pl-4">
                {message}
              </blockquote>
            )}
          </div>
          <div className="grid content-start gap-5">
            <dl className="grid gap-2">
              {requestFacts(request).map(({ label, value, isMain }) => (
                <div key={label} className="flex justify-between gap-4">
                  <dt className="text-muted">{label}</dt>
                  <dd className={`text-right tabular-nums ${isMain ? "font-bold text-lg" : ""}`}>{value}</dd>
                </div>
              ))}
            </dl>
            {isOpen && <RequestCalendar request={request} />}
          </div>
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-3 border-line border-t pt-4">
          {allowedActions.includes("approve") && (
            <ActionButton action="approve" booking={request} look="primary" name={`Approve: ${about}`} {...context} />
          )}
          {allowedActions.includes("decline") && (
            <ActionButton action="decline" booking={request} name={`Decline: ${about}`} {...context} />
          )}
          <Link
            href={`/my-bookings/${request.id}`}
            aria-label={`All details: ${about}`}
            className={`${TEXT_LINK_STYLE} ml-auto`}
          >
            All details
          </Link>
        </div>
      </article>
    </li>
  );
}

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

type RenterTrustProps = { request: Pick<BookingRequestView, "renter" | "renterTrust"> };

function RenterTrust({ request: { renter, renterTrust } }: RenterTrustProps) {
  const { memberSince, isEmailVerified, isPhoneVerified, completedRentals, canceledRentals, city } = renterTrust;
  const { averageRating, reviewCount, latestReview } = renterTrust;
  const facts = [
    averageRating === null
      ? "No reviews as a renter yet"
      : `Rated ${averageRating.toFixed(1)} as a renter (${countOf(reviewCount, "review")})`,
    `Member since ${MONTH.format(new Date(memberSince))}`,
    city,
    completedRentals > 0 ? countOf(completedRentals, "completed rental") : "No completed rentals yet",
    canceledRentals > 0 ? `${canceledRentals} canceled` : null,
  ];
  return (
    <div className="rounded-card bg-subtle p-4">
      <Link href={`/users/${renter.id}`} className="flex min-h-12 items-center gap-3 rounded-control outline-offset-4">
        <Avatar key={renter.profileImageUrl} person={renter} />
        <span className="min-w-0 truncate font-semibold underline-offset-4 hover:underline">{nameOf(renter)}</span>
      </Link>
      <ul className="mt-2 grid gap-0.5 text-muted text-sm">
        {facts.filter(Boolean).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {latestReview && (
        <blockquote className="mt-3 line-clamp-3 break-words text-sm italic">“{latestReview}”</blockquote>
      )}
      <ul aria-label="Verified" className="mt-3 flex flex-wrap gap-2">
        <Verification isDone={isEmailVerified} channel="Email" />
        <Verification isDone={isPhoneVerified} channel="Phone" />
      </ul>
    </div>
  );
}

function Verification({ isDone, channel }: { isDone: boolean; channel: string }) {
  return (
    <li>
      {isDone ? (
        <Badge look="good">{channel} verified</Badge>
      ) : (
        <Badge look="plain">
          <CircleDashed size={14} strokeWidth={2} aria-hidden="true" />
          {channel} not verified
        </Badge>
      )}
    </li>
  );
}

const SOON_SECONDS = 3 * 60 * 60;

/**
 * Counts down visually; screen readers also get the exact deadline. Not a live region, so it isn't announced on every
 * tick.
 */
function TimeLeft({ until, timezone }: { until: string; timezone: string }) {
  const seconds = useSecondsUntil(until);
  return (
    <p
      className={`flex items-center gap-1.5 text-sm ${seconds < SOON_SECONDS ? "font-semibold text-danger" : "text-muted"}`}
    >
      <Clock size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <time dateTime={until}>
        {timeLeft(seconds)}
        <span className="sr-only"> to reply, until {momentIn(until, timezone)}</span>
      </time>
    </p>
  );
}
