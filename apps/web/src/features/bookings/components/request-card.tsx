import type { BookingRequestView } from "@nexby/contract/bookings/bookings";
import { CircleDashed, Clock } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { CoverPhoto } from "../../../components/ui/photo.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { momentIn, useSecondsUntil } from "../../../lib/dates.ts";
import { countOf } from "../../../lib/format.ts";

import { datesOf, nameOf, requestFacts } from "../booking-facts.ts";
import type { ActionContext } from "../copy/actions.ts";
import { timeLeft } from "../copy/next-step.ts";
import { ActionButton } from "./action-button.tsx";
import { BookingChip } from "./booking-card.tsx";
import { RequestCalendar } from "./request-calendar.tsx";

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
