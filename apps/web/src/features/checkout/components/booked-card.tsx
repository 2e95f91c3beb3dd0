import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { areContactsShared } from "@nexby/domain/bookings/statuses";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { CalendarPlus, FileDown, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { depositLabel } from "../../../components/rental/price-lines.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { CoverPhoto } from "../../../components/ui/photo.tsx";
import { dayText } from "../../../lib/dates.ts";
import { handoffLabels } from "../../../lib/rental-labels.ts";

type BookedCardProps = { booking: BookingDetailView };

/** The booking, its total, and links to the calendar entry and receipts. */
export function BookedCard({ booking }: BookedCardProps) {
  const { price, payments } = booking;
  const receipts = payments.filter(({ hasReceipt }) => hasReceipt);
  return (
    <div className="mt-6 grid w-full gap-4 rounded-card border border-line bg-surface p-4 text-left">
      <BookingLine booking={booking} />
      {areContactsShared(booking.status) && booking.exchange.address && (
        <p className="flex gap-2.5 border-line border-t pt-3">
          <MapPin size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 break-words">{booking.exchange.address}</span>
        </p>
      )}
      <dl className="grid gap-1 border-line border-t pt-3 tabular-nums">
        <div className="flex justify-between gap-4 font-semibold">
          <dt>Total</dt>
          <dd>{dollarText(price.totalCents)}</dd>
        </div>
        {price.depositCents > 0 && (
          <div className="flex justify-between gap-4 text-muted text-sm">
            <dt>Plus a {depositLabel(booking.isDepositCharged)}</dt>
            <dd>{dollarText(price.depositCents)}</dd>
          </div>
        )}
      </dl>
      <div className="-my-2 flex flex-wrap gap-x-6">
        {areContactsShared(booking.status) && (
          <a href={`/api/bookings/${booking.id}/calendar`} download className={`${TEXT_LINK_STYLE} gap-2`}>
            <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
            Add to calendar
          </a>
        )}
        {receipts.map(({ id, kind }) => (
          <a key={id} href={`/api/payments/${id}/receipt`} download className={`${TEXT_LINK_STYLE} gap-2`}>
            <FileDown size={18} strokeWidth={1.75} aria-hidden="true" />
            {kind === "deposit" ? "Deposit receipt" : "Receipt"}
          </a>
        ))}
      </div>
    </div>
  );
}

type BookedLineProps = {
  itemId: string;
  title: string;
  cover: string | null;
  placeholder: string | null;
  children: ReactNode;
};

export function BookedLine({ itemId, title, cover, placeholder, children }: BookedLineProps) {
  return (
    <div className="flex items-center gap-4">
      <CoverPhoto item={{ cover, placeholder }} className="h-20 w-28 shrink-0 rounded-control" />
      <div className="min-w-0">
        <Link
          href={`/listings/${itemId}`}
          className="block break-words font-semibold text-lg leading-6 underline-offset-4 hover:underline"
        >
          {title}
        </Link>
        <div className="mt-1 text-muted text-sm">{children}</div>
      </div>
    </div>
  );
}

const day = (date: string): string => (isLocalDate(date) ? dayText(date) : date);

export function BookingLine({ booking }: { booking: BookingView }) {
  const { item, startDate, endDate, quantity } = booking;
  return (
    <BookedLine itemId={item.id} title={item.title} cover={item.cover} placeholder={item.placeholder}>
      <p>{startDate === endDate ? day(startDate) : `${day(startDate)} – ${day(endDate)}`}</p>
      <p>
        {handoffLabels(booking).name}
        {quantity > 1 && ` · ${countOf(quantity, "unit")}`}
      </p>
    </BookedLine>
  );
}
