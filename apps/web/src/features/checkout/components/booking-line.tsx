import type { BookingView } from "@nexby/contract/bookings";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { countOf } from "../../../lib/count-of.ts";
import { dayWords } from "../../../lib/day-words.ts";
import { handoverLabels } from "../../../lib/handover-words.ts";
import { BookedLine } from "./booked-line.tsx";

const day = (date: string): string => (isLocalDate(date) ? dayWords(date) : date);

/** What is booked, when, and how it changes hands. */
export function BookingLine({ booking }: { booking: BookingView }) {
  const { item, startDate, endDate, quantity } = booking;
  return (
    <BookedLine itemId={item.id} title={item.title} cover={item.cover} placeholder={item.placeholder}>
      <p>{startDate === endDate ? day(startDate) : `${day(startDate)} – ${day(endDate)}`}</p>
      <p>
        {handoverLabels(booking).name}
        {quantity > 1 && ` · ${countOf(quantity, "unit")}`}
      </p>
    </BookedLine>
  );
}
