import type { ExternalCalendarView } from "@nexby/contract/owner-calendar";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ErrorCard } from "../../../components/ui/error-card.tsx";
import { externalCalendars, refreshCalendar } from "../api/calendar.ts";
import { AddCalendar } from "./add-calendar.tsx";
import { ExternalCalendar } from "./external-calendar.tsx";

const ASK_AGAIN_MS = 1_500;
const PATIENCE_MS = 30_000;
const MOST_CALENDARS = 5;

/** Calendars whose appointments keep a listing from being booked. */
export function ExternalCalendars({ itemId }: { itemId: string }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { awaited, expectReading } = useAwaitedReading();
  const query = useQuery({
    ...externalCalendars(itemId),
    refetchInterval: ({ state }) => (isUnderWay(state.data, awaited) ? ASK_AGAIN_MS : false),
  });
  const calendars = query.data ?? [];
  const readings = calendars.map(({ id, lastReadAt }) => `${id} ${lastReadAt}`).join();

  // What was read takes days: the calendar above shows them.
  useEffect(() => {
    if (readings) void refreshCalendar(client);
  }, [client, readings]);

  const refresh = async () => {
    await client.invalidateQueries({ queryKey: externalCalendars(itemId).queryKey });
    await refreshCalendar(client);
  };

  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Calendars it follows
      </h3>
      <p className="mt-1 text-muted text-sm">
        Their appointments block the item here. Followed calendars are read again every hour.
      </p>
      {query.isLoadingError && <ErrorCard onRetry={() => void query.refetch()} />}
      {calendars.length > 0 && (
        <ul aria-label="Calendars it follows" className="mt-4 grid gap-3">
          {calendars.map((calendar) => (
            <ExternalCalendar
              key={calendar.id}
              calendar={calendar}
              isReading={isBeingRead(calendar, awaited)}
              onRefresh={() => expectReading(calendar)}
              onChanged={refresh}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {query.data && calendars.length < MOST_CALENDARS && (
        <AddCalendar
          itemId={itemId}
          onAdded={async (calendar) => {
            if (calendar.url !== null) expectReading(calendar);
            await refresh();
          }}
        />
      )}
    </div>
  );
}

type Awaited = { id: string; lastReadAt: string | null };

const isBeingRead = ({ id, lastReadAt }: ExternalCalendarView, awaited: Awaited | null): boolean =>
  awaited?.id === id && awaited.lastReadAt === lastReadAt;

const isUnderWay = (calendars: ExternalCalendarView[] | undefined, awaited: Awaited | null): boolean =>
  calendars?.some((calendar) => isBeingRead(calendar, awaited)) ?? false;

/** A reading that was asked for shows by its time. After a while nobody waits any more. */
function useAwaitedReading() {
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setAwaited(null), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  return { awaited, expectReading: ({ id, lastReadAt }: Awaited) => setAwaited({ id, lastReadAt }) };
}
