import type { BookingDetailView } from "@nexby/contract/bookings";
import { photoUrl } from "@nexby/contract/photo-url";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { PageHeading } from "../../../components/layout/page-heading.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { Photo } from "../../../components/ui/photo.tsx";
import { countOf } from "../../../lib/count-of.ts";
import { datesOf } from "../booking-facts.ts";
import { BookingAmounts } from "./booking-amounts.tsx";
import { BookingChip } from "./booking-chip.tsx";
import { BookingExchange } from "./booking-exchange.tsx";
import { BookingNotices } from "./booking-notices.tsx";
import { BookingPayments } from "./booking-payments.tsx";
import { BookingPeople } from "./booking-people.tsx";
import { BookingTimeline } from "./booking-timeline.tsx";
import { NextStep } from "./next-step.tsx";
import { TooLateNotice } from "./too-late-notice.tsx";

export function BookingPage({ booking }: { booking: BookingDetailView }) {
  const content = useRef<HTMLDivElement>(null);
  const [tooLate, setTooLate] = useState<string | null>(null);

  return (
    <article className="grid gap-6">
      <BookingHeader booking={booking} />
      <div ref={content} tabIndex={-1} className="grid gap-6 outline-none empty:hidden">
        {tooLate !== null && <TooLateNotice reason={tooLate} />}
        <BookingNotices booking={booking} />
        <NextStep
          booking={booking}
          onTooLate={setTooLate}
          onGone={() => content.current?.focus({ preventScroll: true })}
        />
      </div>
      {/* Amounts come second on a phone and stand beside all else where there is room. */}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <BookingExchange booking={booking} />
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <BookingAmounts booking={booking} />
          <BookingPayments booking={booking} />
        </div>
        <div className="grid min-w-0 gap-6">
          <BookingPeople booking={booking} />
          <BookingTimeline booking={booking} />
        </div>
      </div>
    </article>
  );
}

function BookingHeader({ booking }: { booking: BookingDetailView }) {
  const { item, price, quantity } = booking;
  return (
    <header className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-6">
      <Photo
        src={item.cover ? photoUrl(item.cover, "card") : undefined}
        placeholder={item.placeholder}
        alt=""
        width={400}
        height={267}
        errorLabel="No photo"
        className="aspect-square w-full rounded-card sm:aspect-3/2"
      />
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
