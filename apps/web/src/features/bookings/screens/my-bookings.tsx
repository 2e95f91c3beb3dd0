import type { BookingGroup } from "@nexby/contract/bookings/bookings";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "wouter";
import calendar from "../../../../../../assets/web/calendar.webp";
import keyPicture from "../../../../../../assets/web/key.webp";
import packagePicture from "../../../../../../assets/web/package.webp";
import receipt from "../../../../../../assets/web/receipt.webp";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { EmptyState } from "../../../components/ui/notice.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { useTabTitle } from "../../../lib/browser/document.ts";
import { countBookings } from "../../../lib/live-events.ts";
import { withQuery } from "../../../lib/paths.ts";
import { listBookings, type Side } from "../api.ts";
import { BookingCard } from "../components/booking-card.tsx";
import { TooLateNotice } from "../components/booking-parts.tsx";
import { withCount } from "../copy/actions.ts";
import { OverdueItems } from "./overdue-items.tsx";

const GROUPS: readonly { name: BookingGroup; label: string }[] = [
  { name: "upcoming", label: "Upcoming" },
  { name: "active", label: "Active" },
  { name: "past", label: "Past" },
  { name: "canceled", label: "Canceled" },
];

const SIDES: readonly { name: Side; label: string }[] = [
  { name: "renter", label: "Renting" },
  { name: "owner", label: "Renting out" },
];

/** Every account can rent and lend; the selected side and group are kept in the URL. */
export function MyBookings() {
  const [search, setSearch] = useSearchParams();
  const side: Side = search.get("as") === "owner" ? "owner" : "renter";
  const selected = GROUPS.find(({ name }) => name === search.get("tab"));
  const group = selected?.name ?? "upcoming";
  useTabTitle(selected && group !== "upcoming" ? `${selected.label} · My bookings` : "My bookings");
  const { data: counts } = useQuery(countBookings());

  const select = (tab: BookingGroup) =>
    setSearch({ ...(side === "owner" && { as: side }), ...(tab !== "upcoming" && { tab }) }, { replace: true });

  return (
    <>
      <SideSwitch side={side} />
      {group !== "active" && (
        <div className="my-6 empty:hidden">
          <OverdueItems sides={[side]} />
        </div>
      )}
      <Tabs
        // Reset the tabs' state when the side changes.
        key={side}
        label="My bookings"
        tabs={GROUPS.map(({ name, label }) => ({
          name,
          label: withCount(label, counts?.[side][name]),
          panel: <BookingList side={side} group={name} />,
        }))}
        selected={group}
        onSelect={select}
      />
    </>
  );
}

function SideSwitch({ side }: { side: Side }) {
  return (
    <nav aria-label="Renting or renting out" className="mb-4 flex w-max gap-1 rounded-full bg-subtle p-1">
      {SIDES.map(({ name, label }) => (
        <Link
          key={name}
          href={withQuery("/my-bookings", { as: name === "owner" ? name : null })}
          aria-current={name === side ? "page" : undefined}
          className="flex min-h-11 items-center rounded-full px-5 font-semibold text-muted transition-colors duration-120 hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-soft dark:aria-[current=page]:bg-primary-soft dark:aria-[current=page]:text-on-primary-soft"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

type Props = { side: Side; group: BookingGroup };

function BookingList({ side, group }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(listBookings(side, group));
  const [tooLate, setTooLate] = useState<string | null>(null);
  const bookings = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <ListSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <div ref={container} className="contents">
      {tooLate !== null && <TooLateNotice reason={tooLate} />}
      {bookings.length === 0 && <NoBookings side={side} group={group} />}
      {bookings.length > 0 && (
        <ul ref={list} aria-label="Bookings" className="grid gap-4">
          {bookings.map((booking) => (
            <BookingCard
              key={booking.id}
              booking={booking}
              onTooLate={setTooLate}
              onGone={() => container.current?.closest<HTMLElement>("[role=tabpanel]")?.focus()}
            />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={bookings.length} list={list} problem="We couldn’t load more bookings." />
    </div>
  );
}

function ListSkeleton() {
  return (
    <SkeletonArea label="Loading bookings">
      <div className="grid gap-4">
        {["a", "b", "c"].map((row) => (
          <SkeletonBar key={row} shape="card" className="h-64 sm:h-48" />
        ))}
      </div>
    </SkeletonArea>
  );
}

const PICTURES: Record<BookingGroup, string> = {
  upcoming: calendar,
  active: keyPicture,
  past: receipt,
  canceled: packagePicture,
};

type EmptyCopy = { title: string; text: string };

const EMPTY_COPY: Record<Side, Record<BookingGroup, EmptyCopy>> = {
  renter: {
    upcoming: {
      title: "No upcoming bookings",
      text: "Your requests and upcoming rentals appear here.",
    },
    active: { title: "Nothing rented right now", text: "Items you’re renting appear here until you return them." },
    past: { title: "No past rentals", text: "Completed rentals appear here." },
    canceled: { title: "Nothing canceled", text: "Declined and canceled bookings appear here." },
  },
  owner: {
    upcoming: {
      title: "No upcoming bookings of your items",
      text: "Requests for your items and upcoming rentals appear here.",
    },
    active: {
      title: "None of your items are rented right now",
      text: "Items your neighbors are renting appear here until they return them.",
    },
    past: { title: "No past rentals", text: "Completed rentals of your items appear here." },
    canceled: { title: "Nothing canceled", text: "Declined and canceled bookings of your items appear here." },
  },
};

const EMPTY_LINKS: Record<Side, { href: string; label: string }> = {
  renter: { href: "/browse", label: "Browse items" },
  owner: { href: "/my-listings", label: "My listings" },
};

function NoBookings({ side, group }: { side: Side; group: BookingGroup }) {
  const { href, label } = EMPTY_LINKS[side];
  return (
    <EmptyState picture={PICTURES[group]} {...EMPTY_COPY[side][group]}>
      {(group === "upcoming" || group === "active") && (
        <Link href={href} className={group === "upcoming" ? BUTTON_STYLE.primary : BUTTON_STYLE.outline}>
          {label}
        </Link>
      )}
    </EmptyState>
  );
}
