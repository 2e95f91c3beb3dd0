import type * as bookingsContract from "@nexby/contract/bookings/bookings";

import type { ResponseOf } from "@nexby/contract/endpoint";
import type { TopicName } from "@nexby/contract/messaging/notifications";
import { type InvalidateQueryFilters, type QueryClient, queryOptions } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { browserClient } from "./api/client.ts";
import { optionalRead, pathOf } from "./api/queries.ts";

type Topic = `${TopicName}:${string}`;
type EventHandlers = Readonly<Record<string, (data: unknown) => void>>;

type Source = Pick<EventSource, "addEventListener" | "close">;

type Options = {
  topics: readonly Topic[];
  handlers: EventHandlers;
  /** Called when earlier events may have been missed, so what is on screen may be stale. */
  onGap: () => void;
  open?: (address: string) => Source;
  random?: () => number;
};

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/**
 * The server's first event: the stream is new, continues without a gap, or was away longer than the server
 * remembers.
 */
const GREETINGS = ["welcome", "welcome_back", "reload"];

/** Exponential backoff with jitter, so that a server that comes back is not overloaded. */
export const pauseBefore = (attempt: number, random: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);

/**
 * Streams events until the returned function is called. We reconnect ourselves, because the browser would retry at
 * the same pace forever; the position in the stream is kept across the gap.
 */
export function streamEvents(options: Options): () => void {
  const { topics, handlers, onGap, random = Math.random } = options;
  const open = options.open ?? ((address: string) => new EventSource(address));
  let source: Source | undefined;
  let lastEventId = "";
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const query = new URLSearchParams({ topics: topics.join(","), timeZone, ...(lastEventId && { lastEventId }) });
    const current = open(`/api/events?${query}`);
    source = current;
    const on = (type: string, react: (data: unknown) => void) =>
      current.addEventListener(type, (event) => {
        const { lastEventId: place, data } = event as MessageEvent<string>;
        lastEventId = place;
        react(JSON.parse(data));
      });
    for (const greeting of GREETINGS) {
      on(greeting, () => {
        failures = 0;
        if (greeting !== "welcome_back") onGap();
      });
    }
    for (const [type, handle] of Object.entries(handlers)) on(type, handle);
    current.addEventListener("error", () => {
      current.close();
      timer = setTimeout(connect, pauseBefore(failures, random()));
      failures += 1;
    });
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/**
 * Follows a topic while the component is mounted; null means only the user's own events, which come with every
 * topic. Handlers may change without a new connection. A hidden window closes its connection, because browsers allow
 * only a few to one site; what it misses meanwhile is a gap like any other.
 */
export function useLiveEvents(topic: Topic | null, handlers: EventHandlers, onGap: () => void): void {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false);
  const latest = useRef({ handlers, onGap });
  useEffect(() => {
    latest.current = { handlers, onGap };
  });
  const types = Object.keys(handlers).join(" ");
  useEffect(() => {
    if (!isVisible) return;
    const stable = types.split(" ").map((type) => [type, (data: unknown) => latest.current.handlers[type]?.(data)]);
    return streamEvents({
      topics: topic ? [topic] : [],
      handlers: Object.fromEntries(stable),
      onGap: () => latest.current.onGap(),
    });
  }, [topic, types, isVisible]);
}

const isPageVisible = (): boolean => document.visibilityState === "visible";

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

const POLL_MS = 30_000;
const BOOKING_PATHS = /^\/api\/(booking(s|-requests)|owner\/(earnings|payouts))\b/;

const readOrNull = optionalRead(browserClient);

/** Polled without a user action, so an expired session makes it null instead of redirecting to sign-in. */
export const countBookings = () =>
  queryOptions<ResponseOf<typeof bookingsContract.countBookings> | null>({
    queryKey: ["/api/bookings/counts"],
    queryFn: async (context) => (await readOrNull(context)) as ResponseOf<typeof bookingsContract.countBookings> | null,
    refetchInterval: POLL_MS,
    throwOnError: false,
  });

/**
 * A booking appears in many places: its page, lists of both sides, the counts and the earnings. All are refetched.
 */
export const refreshBookings = (client: QueryClient): Promise<void> =>
  refetchChanged(client, { predicate: ({ queryKey }) => BOOKING_PATHS.test(pathOf(queryKey)) });

/**
 * Refetches what has changed. A first fetch isn't restarted by `invalidateQueries`, and its answer may be from before
 * the change, so these queries are fetched again afterwards.
 */
export async function refetchChanged(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const running = client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  const first = running.filter(({ state }) => state.status === "pending");
  await client.invalidateQueries(filters);
  await Promise.all(first.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
}
