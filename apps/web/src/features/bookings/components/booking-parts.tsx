import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { areContactsShared, isOver } from "@nexby/domain/bookings/statuses";
import { CalendarPlus, MapPin, Phone } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "wouter";
import { PlaceMap } from "../../../components/map/pin-map.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { momentIn } from "../../../lib/dates.ts";
import { handoffLabels } from "../../../lib/rental-labels.ts";
import { productNow } from "../../../lib/server-time.ts";
import { nameOf } from "../booking-facts.ts";
import { isInDispute } from "../copy/problems/disagreement.ts";
import { actorCopy, contactText, eventCopy, handoffTimes, noteCopy, placeText } from "../copy/timeline.ts";
import { HandoffInstructions } from "./handoff-instructions.tsx";

type PagePartProps = { title: string; children: ReactNode };

export function PagePart({ title, children }: PagePartProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 id={heading} className="mb-4 display-type text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type BookingPeopleProps = { booking: BookingDetailView };

export function BookingPeople({ booking }: BookingPeopleProps) {
  const { id, role, approvalStatus, owner, renter, message, approvalMessage } = booking;
  return (
    <PagePart title="People">
      <ul className="grid gap-4 sm:grid-cols-2">
        <Person person={owner} label={role === "owner" ? "Owner (you)" : "Owner"} />
        <Person person={renter} label={role === "renter" ? "Renter (you)" : "Renter"} />
      </ul>
      {message && <Message by={renter.firstName} text={message} />}
      {approvalMessage && <Message by={owner.firstName} text={approvalMessage} />}
      {role !== "admin" && approvalStatus !== "draft" && (
        <Link href={`/messages?booking=${id}`} className={`${BUTTON_STYLE.outline} mt-5`}>
          Message {(role === "renter" ? owner : renter).firstName}
        </Link>
      )}
    </PagePart>
  );
}

function Person({ person, label }: { person: BookingDetailView["owner"]; label: string }) {
  return (
    <li>
      <Link
        href={`/users/${person.id}`}
        className="flex min-h-12 min-w-0 items-center gap-3 rounded-control outline-offset-4"
      >
        <Avatar key={person.profileImageUrl} person={person} />
        <span className="min-w-0">
          <span className="block truncate font-semibold underline-offset-4 hover:underline">{nameOf(person)}</span>
          <span className="block text-muted text-sm">{label}</span>
        </span>
      </Link>
    </li>
  );
}

function Message({ by, text }: { by: string; text: string }) {
  return (
    <figure className="mt-5 rounded-card bg-subtle p-4">
      <figcaption className="text-muted text-sm">{by} wrote</figcaption>
      <blockquote className="mt-1 whitespace-pre-line break-words">{text}</blockquote>
    </figure>
  );
}

type BookingTimelineProps = { booking: BookingDetailView };

/** Newest entry first. */
export function BookingTimeline({ booking }: BookingTimelineProps) {
  if (booking.timeline.length === 0) return null;
  // Reverse the server's order instead of sorting: entries can share a timestamp.
  const entries = [...booking.timeline].reverse();
  return (
    <PagePart title="Timeline">
      <ol>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className="relative grid gap-0.5 pb-5 pl-7 last:pb-0 before:absolute before:top-2 before:bottom-[-0.5rem] before:left-[0.3125rem] before:w-0.5 before:bg-line last:before:hidden"
          >
            <span
              aria-hidden="true"
              className={`absolute top-1.5 left-0 size-3 rounded-full ring-4 ring-surface ${index === 0 ? "bg-primary" : "bg-line-strong"}`}
            />
            <p className="font-semibold">{eventCopy(entry)}</p>
            <p className="text-muted text-sm">
              {[actorCopy(entry, booking), momentIn(entry.at, booking.timezone)].filter(Boolean).join(" · ")}
            </p>
            {entry.notes && <p className="whitespace-pre-line break-words text-sm">{noteCopy(entry, booking)}</p>}
          </li>
        ))}
      </ol>
    </PagePart>
  );
}

type BookingHandoffProps = { booking: BookingDetailView; onTooLate: (reason: string) => void };

/** Place, contact and times of the handoff. Address and phone number are there from approval on. */
export function BookingHandoff({ booking, onTooLate }: BookingHandoffProps) {
  const { exchange, timezone, contactPhone } = booking;
  const contact = contactText(booking);
  return (
    <PagePart title={handoffLabels(booking).name}>
      <p className="flex gap-2.5">
        <MapPin size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
        <span className="min-w-0 break-words">{placeText(booking)}</span>
      </p>
      {exchange.latitude !== null && exchange.longitude !== null && (
        <PlaceOnMap latitude={exchange.latitude} longitude={exchange.longitude} name={handoffLabels(booking).name} />
      )}
      {contact && (
        <p className="mt-3 flex gap-2.5">
          <Phone size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 text-pretty">
            {contactPhone === null ? (
              <span className="text-muted">{contact}</span>
            ) : (
              <a href={`tel:${contactPhone}`} className={`${TEXT_LINK_STYLE} -my-2.5`}>
                {contact}
              </a>
            )}
          </span>
        </p>
      )}
      <HandoffInstructions booking={booking} onTooLate={onTooLate} />
      <dl className="mt-4 grid gap-3 empty:hidden sm:grid-cols-2">
        {handoffTimes(booking).map(({ label, at, note, quote }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-medium">
              {momentIn(at, timezone)}
              {note && <span className="font-normal text-muted"> · {note}</span>}
            </dd>
            {quote && <dd className="whitespace-pre-line break-words text-sm">{quote}</dd>}
          </div>
        ))}
      </dl>
      {isForCalendar(booking) && (
        <a
          href={`/api/bookings/${booking.id}/calendar`}
          download
          className={`${BUTTON_STYLE.outline} mt-4 gap-2 max-sm:w-full`}
        >
          <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
          Add to calendar
        </a>
      )}
    </PagePart>
  );
}

const isForCalendar = (booking: BookingDetailView): boolean =>
  booking.role !== "admin" &&
  areContactsShared(booking.status) &&
  !isOver(booking.status) &&
  productNow() < Date.parse(booking.endAt) &&
  !isInDispute(booking);

type PlaceOnMapProps = { latitude: number; longitude: number; name: string };

function PlaceOnMap({ latitude, longitude, name }: PlaceOnMapProps) {
  return (
    <div className="mt-3">
      <PlaceMap position={{ latitude, longitude }} label={`${name} on the map`} className="h-56 sm:h-64" />
      <a href={mapAddress(latitude, longitude)} target="_blank" rel="noreferrer" className={TEXT_LINK_STYLE}>
        Open in Maps
      </a>
    </div>
  );
}

const mapAddress = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;

/** Shown when an action is no longer allowed; the page's data has been refetched by then. */
export function TooLateNotice({ reason }: { reason: string }) {
  const notice = useRef<HTMLDivElement>(null);
  // Depending on the reason avoids announcing the same message twice.
  useEffect(() => {
    if (reason) notice.current?.focus();
  }, [reason]);
  return (
    <Notice ref={notice} look="problem" role="alert" title="This is no longer possible" className="mb-5">
      {reason.replace(/\.?$/, ".")} Here’s the current status.
    </Notice>
  );
}
