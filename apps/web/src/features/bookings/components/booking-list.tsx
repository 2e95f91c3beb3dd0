import type { BookingGroup } from "@nexby/contract/bookings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/skeleton.tsx";
import { bookingPages, type Side } from "../api/bookings.ts";
import { BookingCard } from "./booking-card.tsx";
import { NoBookings } from "./no-bookings.tsx";
import { TooLateNotice } from "./too-late-notice.tsx";

type Props = { side: Side; group: BookingGroup };

export function BookingList({ side, group }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(bookingPages(side, group));
  const [tooLate, setTooLate] = useState<string | null>(null);
  const bookings = pages.data?.pages.flatMap((page) => page.body) ?? [];

  if (pages.isPending) return <ListSkeleton />;
  if (pages.isLoadingError) return <ErrorCard onRetry={() => void pages.refetch()} />;
  return (
    <div ref={whole} className="contents">
      {tooLate !== null && <TooLateNotice reason={tooLate} />}
      {bookings.length === 0 && <NoBookings side={side} group={group} />}
      {bookings.length > 0 && (
        <ul ref={list} aria-label="Bookings" className="grid gap-4">
          {bookings.map((booking) => (
            <BookingCard
              key={booking.id}
              booking={booking}
              onTooLate={setTooLate}
              onGone={() => whole.current?.closest<HTMLElement>("[role=tabpanel]")?.focus()}
            />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={bookings.length} list={list} problem="The next bookings could not be loaded." />
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
