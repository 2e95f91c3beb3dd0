import { useId } from "react";
import { ExternalCalendars } from "./external-calendars.tsx";
import { FeedAddress } from "./feed-address.tsx";

type Props = { itemId: string; title: string };

/** A listing's calendar elsewhere, and calendars from elsewhere here. */
export function CalendarSync({ itemId, title }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id={heading} className="font-semibold text-lg">
        Other calendars
      </h2>
      <p className="mt-1 break-words text-muted text-sm">
        Keep {title} in step with Google Calendar, Apple Calendar, Outlook or another platform (iCal).
      </p>
      <div className="mt-5 grid grid-cols-1 gap-8">
        <FeedAddress itemId={itemId} />
        <ExternalCalendars itemId={itemId} />
      </div>
    </section>
  );
}
