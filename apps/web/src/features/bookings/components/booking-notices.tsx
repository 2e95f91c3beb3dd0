import type { BookingDetailView } from "@nexby/contract/bookings";
import { Notice } from "../../../components/ui/notice.tsx";
import { noticesOf } from "../notice-words.ts";

type Props = { booking: BookingDetailView };

/** What went otherwise than planned, told before everything else. */
export function BookingNotices({ booking }: Props) {
  const told = noticesOf(booking);
  if (told.length === 0) return null;
  return (
    <div className="grid gap-3">
      {told.map(({ title, lines }) => (
        <Notice key={title} look="information" title={title}>
          {lines.map((line) => (
            <p key={line} className="whitespace-pre-line break-words">
              {line}
            </p>
          ))}
        </Notice>
      ))}
    </div>
  );
}
