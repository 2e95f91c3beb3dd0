import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { BUTTON_STYLE, TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { LazyPart, SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { CoverPhoto } from "../../../components/ui/photo.tsx";
import { refreshBookings } from "../../../lib/live-events.ts";
import { datesOf } from "../booking-facts.ts";
import { BookingChip } from "../components/booking-card.tsx";
import { BookingAmounts, BookingPayments, BookingPieces } from "../components/booking-money.tsx";
import { BookingHandoff, BookingPeople, BookingTimeline, TooLateNotice } from "../components/booking-parts.tsx";
import { DamageClaim } from "../components/damage-claim.tsx";
import { Extensions } from "../components/extensions.tsx";
import { HandoffCode } from "../components/handoff-code.tsx";
import { BookingsAtRisk, EndangeredNotice, LateFee } from "../components/late-fee.tsx";
import { NextStep } from "../components/next-step.tsx";
import { PlannedTimes } from "../components/planned-times.tsx";
import { UnitReturns } from "../components/unit-returns.tsx";
import type { OwnAction } from "../copy/actions.ts";
import { noticesOf } from "../copy/notices.ts";
import { isInDispute } from "../copy/problems/disagreement.ts";

const loadAdminRecord = () => import("../components/admin-record.tsx").then((module) => module.AdminRecord);

type BookingPageProps = {
  booking: BookingDetailView;
  /** The item's condition reports, where the booking can have some. */
  condition: ReactNode;
  /** The reviews, once the item was returned. */
  reviews: ReactNode;
  /** Returns true if it has told the person what to do first. */
  onRefused: (reason: string, action: OwnAction | undefined) => boolean;
  /** Asks for what an action needs first, then opens it. */
  onBefore: (action: OwnAction, open: () => void) => void;
};

export function BookingPage({ booking, condition, reviews, onRefused, onBefore }: BookingPageProps) {
  const content = useRef<HTMLDivElement>(null);
  const [tooLate, setTooLate] = useState<string | null>(null);
  const client = useQueryClient();
  const isStopped = isInDispute(booking);
  const refresh = () => void refreshBookings(client);
  const focusContent = () => content.current?.focus({ preventScroll: true });
  const explain = (reason: string, action?: OwnAction) => onRefused(reason, action) || setTooLate(reason);

  return (
    <article className="grid gap-6">
      <BookingHeader booking={booking} />
      <div ref={content} tabIndex={-1} className="grid gap-6 outline-none empty:hidden">
        {tooLate !== null && <TooLateNotice reason={tooLate} />}
        <BookingNotices booking={booking} />
        <EndangeredNotice booking={booking} onTooLate={setTooLate} onGone={focusContent} />
        <NextStep booking={booking} onTooLate={explain} onGone={focusContent} onBefore={onBefore} />
        <BookingsAtRisk {...booking} />
        <DamageClaim booking={booking} onTooLate={setTooLate} onGone={focusContent} />
        <UnitReturns booking={booking} onTooLate={setTooLate} onGone={focusContent} />
        <LateFee booking={booking} onTooLate={setTooLate} onGone={focusContent} onRefresh={refresh} />
        <Extensions booking={booking} onTooLate={setTooLate} />
        {!isStopped && <HandoffCode booking={booking} onTooLate={setTooLate} onGone={focusContent} />}
      </div>
      {/* Amounts come second on a phone and move to a side column on wide screens. */}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-6">
          {reviews}
          {!isStopped && <PlannedTimes booking={booking} onTooLate={setTooLate} />}
          {condition}
          <BookingHandoff booking={booking} onTooLate={setTooLate} />
        </div>
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <BookingAmounts booking={booking} />
          <BookingPieces booking={booking} />
          <BookingPayments booking={booking} />
        </div>
        <div className="grid min-w-0 gap-6">
          <BookingPeople booking={booking} />
          <BookingTimeline booking={booking} />
          {booking.role === "admin" && (
            <LazyPart load={loadAdminRecord} props={{ bookingId: booking.id, timezone: booking.timezone }} />
          )}
        </div>
      </div>
    </article>
  );
}

function BookingHeader({ booking }: { booking: BookingDetailView }) {
  const { item, price, quantity } = booking;
  return (
    <header className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-6">
      <CoverPhoto item={item} className="aspect-square w-full rounded-card sm:aspect-3/2" />
      <div className="min-w-0">
        <BookingChip booking={booking} />
        <PageHeading className="mt-1.5 break-words text-xl sm:text-2xl md:text-3xl">{item.title}</PageHeading>
        <p className="mt-1 text-pretty text-muted">
          <span className="font-medium text-ink">{datesOf(booking)}</span>
          {` · ${countOf(price.days, "day")}`}
          {quantity > 1 && ` · ${countOf(quantity, "unit")}`}
        </p>
        <Link href={`/listings/${item.id}`} className={`${TEXT_LINK_STYLE} text-sm`}>
          See the listing
        </Link>
      </div>
    </header>
  );
}

type Props = { booking: BookingDetailView };

function BookingNotices({ booking }: Props) {
  const notices = noticesOf(booking);
  if (notices.length === 0) return null;
  return (
    <div className="grid gap-3">
      {notices.map(({ title, lines, link }) => (
        <Notice key={title} look="information" title={title}>
          {lines.map((line) => (
            <p key={line} className="whitespace-pre-line break-words">
              {line}
            </p>
          ))}
          {link && (
            <Link href={link.href} className={`${BUTTON_STYLE.outline} mt-3`}>
              {link.label}
            </Link>
          )}
        </Notice>
      ))}
    </div>
  );
}

export function BookingSkeleton() {
  return (
    <SkeletonArea label="Loading booking">
      <h1 className="sr-only">Booking</h1>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-6">
        <SkeletonBar shape="card" className="aspect-square w-full sm:aspect-3/2" />
        <div className="grid gap-3">
          <SkeletonBar className="h-6 w-28" />
          <SkeletonBar className="h-8 w-full max-w-sm" />
          <SkeletonBar className="h-5 w-40" />
        </div>
      </div>
      <SkeletonBar shape="card" className="mt-6 h-36" />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <SkeletonBar shape="card" className="h-72" />
        <SkeletonBar shape="card" className="h-72" />
      </div>
    </SkeletonArea>
  );
}
