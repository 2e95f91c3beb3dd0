import type { BookingView } from "@nexby/contract/bookings";
import { Badge } from "../../../components/ui/badge.tsx";
import { type BookingState, chipOf } from "../status-words.ts";

type Props = { booking: BookingState & Pick<BookingView, "isDisputed"> };

export function BookingChip({ booking }: Props) {
  const { label, look } = chipOf(booking);
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge look={look}>{label}</Badge>
      {booking.isDisputed && <Badge look="bad">Disputed</Badge>}
    </span>
  );
}
