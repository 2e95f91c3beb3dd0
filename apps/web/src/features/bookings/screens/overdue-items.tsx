import type { BookingView } from "@nexby/contract/bookings/bookings";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { useTimeAround } from "../../../lib/dates.ts";
import { countBookings } from "../../../lib/live-events.ts";
import { listBookings, type Side } from "../api.ts";
import { overdueItem } from "../copy/problems/lateness.ts";

const SIDES: readonly Side[] = ["renter", "owner"];

/** What is due, overdue or not returned, and what it costs now. Nothing if everything is in time. */
export function OverdueItems({ sides = SIDES }: { sides?: readonly Side[] }) {
  const { data: counts } = useQuery(countBookings());
  const activeOf = (side: Side) => sides.includes(side) && (counts?.[side].active ?? 0) > 0;
  // These come first in the lists.
  const renting = useInfiniteQuery({ ...listBookings("renter", "active"), enabled: activeOf("renter") });
  const lending = useInfiniteQuery({ ...listBookings("owner", "active"), enabled: activeOf("owner") });
  const bookings = [
    ...(activeOf("renter") ? (renting.data?.pages[0]?.body ?? []) : []),
    ...(activeOf("owner") ? (lending.data?.pages[0]?.body ?? []) : []),
  ];
  return bookings.length === 0 ? null : <Overdue bookings={bookings} />;
}

function Overdue({ bookings }: { bookings: readonly BookingView[] }) {
  const heading = useId();
  const marks = bookings.flatMap(({ endAt, lateness }) => [endAt, lateness?.freeUntil, lateness?.nextDayAt]);
  const now = useTimeAround(...marks);
  const items = bookings.flatMap((booking) => overdueItem(booking, now) ?? []);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        {bookings.every(({ role }) => role === "renter") ? "To return now" : "Due back"}
      </h2>
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {items.map(({ id, title, text, label }) => (
          <li
            key={id}
            className="flex flex-col items-start gap-3 rounded-card border border-line bg-warning-soft p-5 text-on-warning-soft"
          >
            <h3 className="break-words font-semibold">{title}</h3>
            <p className="text-pretty">{text}</p>
            <Link
              href={`/my-bookings/${id}`}
              aria-label={`${label}: ${title}`}
              className={`${BUTTON_STYLE.outline} mt-auto`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
