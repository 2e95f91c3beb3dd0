import type { OwnItemSummaryView } from "@nexby/contract/listings/items";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Copy, Eye, Pause, Play, Star, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { MenuButton } from "../../../components/product/menu-button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { ConfirmDialog } from "../../../components/ui/dialog.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { CoverPhoto } from "../../../components/ui/photo.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { formatMoney } from "../../../lib/format.ts";
import { toasts } from "../../../lib/toasts.ts";
import { deleteItem, duplicateItem, refreshListings, showAvailability, updateItem } from "../api.ts";

type Props = { item: OwnItemSummaryView; onGone: () => void };

export function OwnListing({ item, onGone }: Props) {
  return (
    <li className="rounded-card border border-line bg-surface p-3 sm:p-4">
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <CoverPhoto item={item} className="aspect-3/2 w-full rounded-control" />
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
        {nextBooking ? `Next booking ${bookingText(nextBooking, timezone)}` : "No upcoming bookings"}
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

/** The most frequent action is a button, the others are in a menu. */
function OwnListingActions({ item, onGone }: Props) {
  const client = useQueryClient();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, title, isAvailable } = item;
  const toggle = useMutationAction(async (key) => {
    const revert = await showAvailability(client, id, !isAvailable);
    try {
      await updateItem(key, id, { isAvailable: !isAvailable });
    } catch (error) {
      revert();
      throw error;
    }
    void refreshListings(client);
  });
  const copy = useMutationAction(async (key) => {
    await duplicateItem(key, id);
    await refreshListings(client);
    toasts.show({ title: "Listing duplicated", description: "The copy is paused. Review it, then resume it." });
  });
  const remove = async (key: string) => {
    await deleteItem(key, id);
    await refreshListings(client);
    toasts.show({ title: "Listing deleted", description: title });
  };
  const problem = toggle.problem ?? copy.problem;

  return (
    <>
      {problem && (
        <Notice look="problem" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      <div className="mt-4 flex gap-3 sm:justify-end">
        <Link
          href={`/listings/${id}/edit`}
          aria-label={`Edit ${title}`}
          className={`${BUTTON_STYLE.outline} max-sm:flex-1`}
        >
          Edit
        </Link>
        <MenuButton
          name={`More actions for ${title}`}
          isBusy={toggle.isBusy || copy.isBusy}
          actions={[
            { label: "View", icon: Eye, href: `/listings/${id}` },
            isAvailable
              ? { label: "Pause", icon: Pause, onSelect: () => void toggle.run() }
              : { label: "Resume", icon: Play, onSelect: () => void toggle.run() },
            { label: "Duplicate", icon: Copy, onSelect: () => void copy.run() },
            { label: "Delete", icon: Trash2, isDangerous: true, onSelect: () => setIsDeleting(true) },
          ]}
        />
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Delete ${title}?`}
        text="Neighbors won’t be able to find it anymore. You can’t undo this."
        confirmLabel="Delete listing"
        onConfirm={remove}
        onOpenerGone={onGone}
      />
    </>
  );
}

type Booking = { startAt: string; endAt: string };

/** "Jun 3 – 5" in the item's time zone. */
function bookingText({ startAt, endAt }: Booking, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone });
  return format.formatRange(new Date(startAt), new Date(endAt));
}
