import { useEffect, useRef } from "react";
import { useLiveEvents } from "../../lib/use-live-events.ts";

const tellsOf = (data: unknown, bookingId: string): boolean =>
  typeof data === "object" && data !== null && "bookingId" in data && data.bookingId === bookingId;

/** Looks again whenever there may be something new about a booking: the server says so, or the network is back. */
export function useBookingNews(bookingId: string, onNews: () => void): void {
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  });
  useLiveEvents(
    null,
    {
      booking_changed: (data) => {
        if (tellsOf(data, bookingId)) latest.current();
      },
    },
    () => latest.current(),
  );
  useEffect(() => {
    const look = () => latest.current();
    addEventListener("online", look);
    return () => removeEventListener("online", look);
  }, []);
}
