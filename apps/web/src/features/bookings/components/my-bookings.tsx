import type { BookingGroup } from "@nexby/contract/bookings";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { Tabs } from "../../../components/ui/tabs.tsx";
import { bookingCounts } from "../../../lib/booking-news.ts";
import { withQuery } from "../../../lib/with-query.ts";
import type { Side } from "../api/bookings.ts";
import { withCount } from "../with-count.ts";
import { BookingList } from "./booking-list.tsx";

const GROUPS: readonly { name: BookingGroup; label: string }[] = [
  { name: "upcoming", label: "Upcoming" },
  { name: "active", label: "Active" },
  { name: "past", label: "Past" },
  { name: "canceled", label: "Canceled" },
];

const SIDES: readonly { name: Side; label: string }[] = [
  { name: "renter", label: "Renting" },
  { name: "owner", label: "Lending" },
];

/** One account does both. Which side is looked at, and which group of it, is in the address. */
export function MyBookings() {
  const [search, setSearch] = useSearchParams();
  const side: Side = search.get("as") === "owner" ? "owner" : "renter";
  const group = GROUPS.find(({ name }) => name === search.get("tab"))?.name ?? "upcoming";
  const { data: counts } = useQuery(bookingCounts());

  const select = (tab: BookingGroup) =>
    setSearch({ ...(side === "owner" && { as: side }), ...(tab !== "upcoming" && { tab }) }, { replace: true });

  return (
    <>
      <SideSwitch side={side} />
      <Tabs
        // What was opened on one side says nothing about the other.
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
    <nav aria-label="Renting or lending" className="mb-4 flex w-max gap-1 rounded-full bg-subtle p-1">
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
