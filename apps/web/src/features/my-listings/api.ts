import type { ResponseOf } from "@nexby/contract/endpoint";
import type { discardDraft, listDrafts } from "@nexby/contract/listings/drafts";
import type {
  deleteItem,
  duplicateItem,
  listOwnItems,
  OwnItemSummaryView,
  updateItem,
} from "@nexby/contract/listings/items";
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
} from "@nexby/contract/listings/owner-calendar";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { readResponse } from "../../lib/api/read-response.ts";
import { warn } from "../../lib/errors/log-session.ts";
import { withQuery } from "../../lib/paths.ts";
import { type BlockWish, daysOf, firstDayOf, type Month, withBlockedDays } from "./calendar-days.ts";

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

export const ownItemPages = () => readPages<typeof listOwnItems>("/api/owner/items");
export const drafts = () => read<typeof listDrafts>("/api/owner/drafts");

export const changeItem = (key: string, itemId: string, change: { isAvailable: boolean }) =>
  write<typeof updateItem>("PATCH", "/api/items", itemId)(key, change);
export const copyItem = (key: string, itemId: string) =>
  write<typeof duplicateItem>("POST", "/api/items", itemId, "duplicate")(key);
export const removeItem = (key: string, itemId: string) =>
  write<typeof deleteItem>("DELETE", "/api/items", itemId)(key);
export const dropDraft = write<typeof discardDraft>("POST", "/api/owner/drafts/discard");

/** Everything that shows listings asks again. */
export function refreshListings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === "string" && /^\/api\/(items|owner)\b/.test(path),
  });
}

/** Shows a listing as live or paused before the server has agreed; answers how to take that back. */
export async function showAvailability(client: QueryClient, itemId: string, isAvailable: boolean): Promise<() => void> {
  const { queryKey } = ownItemPages();
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  const changed = (item: OwnItemSummaryView) => (item.id === itemId ? { ...item, isAvailable } : item);
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: page.body.map(changed) })) },
  );
  return () => client.setQueryData(queryKey, before);
}
