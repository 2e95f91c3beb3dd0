import type { BookingRequestView } from "@nexby/contract/bookings";
import { photoUrl } from "@nexby/contract/photo-url";
import { useId } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { Photo } from "../../../components/ui/photo.tsx";
import type { ActSurroundings } from "../act-surroundings.ts";
import { datesOf, nameOf } from "../booking-facts.ts";
import { requestFacts } from "../request-facts.ts";
import { ActButton } from "./act-button.tsx";
import { BookingChip } from "./booking-chip.tsx";
import { RenterTrust } from "./renter-trust.tsx";
import { RequestCalendar } from "./request-calendar.tsx";
import { TimeLeft } from "./time-left.tsx";

type Props = ActSurroundings & { request: BookingRequestView };

/** A request with all it takes to answer it. */
export function RequestCard({ request, ...around }: Props) {
  const heading = useId();
  const { item, renter, message, ownerDecisionDeadline: deadline, timezone, allowedActions } = request;
  const isOpen = allowedActions.includes("approve") || allowedActions.includes("decline");
  const about = `${nameOf(renter)}, ${item.title}`;

  return (
    <li>
      <article aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 md:p-6">
        <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <Photo
            src={item.cover ? photoUrl(item.cover, "card") : undefined}
            placeholder={item.placeholder}
            alt=""
            width={400}
            height={267}
            errorLabel="No photo"
            className="aspect-3/2 w-full rounded-control"
          />
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
            <ActButton act="approve" booking={request} look="primary" name={`Approve: ${about}`} {...around} />
          )}
          {allowedActions.includes("decline") && (
            <ActButton act="decline" booking={request} name={`Decline: ${about}`} {...around} />
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
