import type { ResponseOf } from "@nexby/contract/endpoint";
import type {
  CalendarRow,
  ExternalCalendarView,
  followCalendar,
  getCalendarFeed,
  getOwnerCalendar,
  listExternalCalendars,
  refreshExternalCalendar,
  removeExternalCalendar,
  renewCalendarFeed,
  setBlockedDays,
} from "@nexby/contract/owner-calendar";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readResponse } from "../../../lib/client/read-response.ts";
import { read } from "../../../lib/read.ts";
import { warn } from "../../../lib/warn.ts";
import { withQuery } from "../../../lib/with-query.ts";
import { write } from "../../../lib/write.ts";
import { type BlockWish, withBlockedDays } from "../calendar/block-spans.ts";
import { daysOf, firstDayOf, type Month } from "../calendar/month.ts";

const CALENDAR = "/api/owner/calendar";

export const ownerCalendar = (month: Month) =>
  queryOptions<ResponseOf<typeof getOwnerCalendar>>({
    queryKey: [withQuery(CALENDAR, { from: firstDayOf(month), days: String(daysOf(month).length) })],
  });
export const calendarFeed = (itemId: string) =>
  read<typeof getCalendarFeed>("/api/owner/items", itemId, "calendar-feed");
export const externalCalendars = (itemId: string) =>
  read<typeof listExternalCalendars>("/api/owner/items", itemId, "external-calendars");

const isOfCalendar = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  typeof path === "string" && path.startsWith(CALENDAR);
export const refreshCalendar = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: isOfCalendar });

export const sendBlockedDays = (key: string, itemId: string, wish: BlockWish) =>
  write<typeof setBlockedDays>("PUT", "/api/owner/items", itemId, "blocked-days")(key, wish);

/** Shown before the server has answered; answers how to take that back. */
export async function showBlockedDays(client: QueryClient, itemId: string, wish: BlockWish): Promise<() => void> {
  await client.cancelQueries({ predicate: isOfCalendar });
  const before = client.getQueriesData<CalendarRow[]>({ predicate: isOfCalendar });
  client.setQueriesData<CalendarRow[]>({ predicate: isOfCalendar }, (rows) =>
    rows?.map((row) => (row.itemId === itemId ? withBlockedDays(row, wish) : row)),
  );
  return () => {
    for (const [queryKey, rows] of before) client.setQueryData(queryKey, rows);
  };
}

export const renewFeed = (key: string, itemId: string) =>
  write<typeof renewCalendarFeed>("POST", "/api/owner/items", itemId, "calendar-feed")(key);
export const follow = (itemId: string) =>
  write<typeof followCalendar>("POST", "/api/owner/items", itemId, "external-calendars");
export const readAgain = (key: string, calendarId: string) =>
  write<typeof refreshExternalCalendar>("POST", "/api/owner/external-calendars", calendarId, "refresh")(key);
export const unfollow = (key: string, calendarId: string) =>
  write<typeof removeExternalCalendar>("DELETE", "/api/owner/external-calendars", calendarId)(key);

/** A file goes as it is, not as JSON. */
export async function sendCalendarFile(key: string, itemId: string, file: File): Promise<ExternalCalendarView> {
  const body = new FormData();
  body.set("file", file);
  const headers = { "Idempotency-Key": key };
  const response = await fetch(`/api/owner/items/${itemId}/external-calendars/file`, { method: "POST", headers, body });
  return (await readResponse(response, warn)) as ExternalCalendarView;
}
