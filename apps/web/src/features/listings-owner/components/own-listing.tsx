import type { OwnItemSummaryView } from "@nexby/contract/items";
import { photoUrl } from "@nexby/contract/photo-url";
import { CalendarClock, Eye, Star } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../../components/ui/badge.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { formatMoney } from "../../../lib/money.ts";
import { bookingInWords } from "../booking-in-words.ts";
import { OwnListingActions } from "./own-listing-actions.tsx";

type Props = { item: OwnItemSummaryView; onGone: () => void };

/** A line of the owner's list. */
export function OwnListing({ item, onGone }: Props) {
  return (
    <li className="rounded-card border border-line bg-surface p-3 sm:p-4">
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
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
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <h2 className="min-w-0 break-words font-semibold text-lg">{item.title}</h2>
            <Badge look={item.isAvailable ? "good" : "waiting"}>{item.isAvailable ? "Live" : "Paused"}</Badge>
          </div>
          <p className="mt-0.5 text-muted">
            <span className="font-semibold text-ink tabular-nums">{formatMoney(item.dailyRate)}</span> / day
            {item.quantityTotal > 1 && ` · ${item.quantityTotal} units`}
          </p>
          <Figures item={item} className="mt-3 hidden sm:flex" />
        </div>
      </div>
      <Figures item={item} className="mt-3 flex sm:hidden" />
      <OwnListingActions item={item} onGone={onGone} />
    </li>
  );
}

function Figures({ item, className }: { item: OwnItemSummaryView; className: string }) {
  const { viewCount, averageRating, reviewCount, nextBooking, timezone } = item;
  return (
    <ul className={`flex-wrap gap-x-5 gap-y-1 text-muted text-sm ${className}`}>
      <Figure icon={<Eye size={16} strokeWidth={1.75} aria-hidden="true" />}>
        {viewCount.toLocaleString("en-US")} {viewCount === 1 ? "view" : "views"}
      </Figure>
      <Figure icon={<Star size={16} strokeWidth={1.75} aria-hidden="true" />}>
        {averageRating === null ? "No reviews yet" : `${averageRating.toFixed(1)} (${reviewCount})`}
      </Figure>
      <Figure icon={<CalendarClock size={16} strokeWidth={1.75} aria-hidden="true" />}>
        {nextBooking ? `Next booking ${bookingInWords(nextBooking, timezone)}` : "No booking ahead"}
      </Figure>
    </ul>
  );
}

function Figure({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 tabular-nums">
      {icon}
      <span>{children}</span>
    </li>
  );
}
