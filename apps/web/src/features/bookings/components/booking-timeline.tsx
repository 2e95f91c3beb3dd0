import type { BookingDetailView } from "@nexby/contract/bookings";
import { momentIn } from "../booking-times.ts";
import { actorWords, eventWords, noteWords } from "../timeline-words.ts";
import { PagePart } from "./page-part.tsx";

type Props = { booking: BookingDetailView };

/** What has happened so far, the latest first. */
export function BookingTimeline({ booking }: Props) {
  if (booking.timeline.length === 0) return null;
  // As the server has them: of one instant only it knows the order.
  const entries = [...booking.timeline].reverse();
  return (
    <PagePart title="Timeline">
      <ol>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className="relative grid gap-0.5 pb-5 pl-7 last:pb-0 before:absolute before:top-2 before:bottom-[-0.5rem] before:left-[0.3125rem] before:w-0.5 before:bg-line last:before:hidden"
          >
            <span
              aria-hidden="true"
              className={`absolute top-1.5 left-0 size-3 rounded-full ring-4 ring-surface ${index === 0 ? "bg-primary" : "bg-line-strong"}`}
            />
            <p className="font-semibold">{eventWords(entry)}</p>
            <p className="text-muted text-sm">
              {[actorWords(entry, booking), momentIn(entry.at, booking.timezone)].filter(Boolean).join(" · ")}
            </p>
            {entry.notes && <p className="whitespace-pre-line break-words text-sm">{noteWords(entry, booking)}</p>}
          </li>
        ))}
      </ol>
    </PagePart>
  );
}
