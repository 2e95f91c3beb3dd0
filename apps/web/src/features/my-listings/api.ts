import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as draftsContract from "@nexby/contract/listings/drafts";

import type * as itemsContract from "@nexby/contract/listings/items";
import type { OwnItemSummaryView } from "@nexby/contract/listings/items";
import type * as ownerCalendarContract from "@nexby/contract/listings/owner-calendar";
import type { CalendarRow, ExternalCalendarView } from "@nexby/contract/listings/owner-calendar";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { browserClient } from "../../lib/api/client.ts";
import { read, readPages, write } from "../../lib/api/queries.ts";
import { readResponse } from "../../lib/api/read-response.ts";
import { warn } from "../../lib/errors/log-session.ts";
import { withQuery } from "../../lib/paths.ts";
import { type BlockChange, daysOf, firstDayOf, type Month, withBlockedDays } from "./calendar-days.ts";

const CALENDAR = "/api/owner/calendar";

export const getOwnerCalendar = (month: Month) =>
  queryOptions<ResponseOf<typeof ownerCalendarContract.getOwnerCalendar>>({
    queryKey: [withQuery(CALENDAR, { from: firstDayOf(month), days: String(daysOf(month).length) })],
  });
export const getCalendarFeed = (itemId: string) =>
  read<typeof ownerCalendarContract.getCalendarFeed>("/api/owner/items", itemId, "calendar-feed");
export const listExternalCalendars = (itemId: string) =>
  read<typeof ownerCalendarContract.listExternalCalendars>("/api/owner/items", itemId, "external-calendars");

const isCalendarQuery = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  typeof path === "string" && path.startsWith(CALENDAR);
export const refreshCalendar = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: isCalendarQuery });

export const setBlockedDays = (key: string, itemId: string, change: BlockChange) =>
  write<typeof ownerCalendarContract.setBlockedDays>("PUT", "/api/owner/items", itemId, "blocked-days")(key, change);

/** Optimistic update; returns a function that reverts it. */
export async function showBlockedDays(client: QueryClient, itemId: string, change: BlockChange): Promise<() => void> {
  await client.cancelQueries({ predicate: isCalendarQuery });
  const previous = client.getQueriesData<CalendarRow[]>({ predicate: isCalendarQuery });
  client.setQueriesData<CalendarRow[]>({ predicate: isCalendarQuery }, (rows) =>
    rows?.map((row) => (row.itemId === itemId ? withBlockedDays(row, change) : row)),
  );
  return () => {
    for (const [queryKey, rows] of previous) client.setQueryData(queryKey, rows);
  };
}

export const rotateCalendarFeed = (key: string, itemId: string) =>
  write<typeof ownerCalendarContract.rotateCalendarFeed>("POST", "/api/owner/items", itemId, "calendar-feed")(key);
export const subscribeCalendar = (itemId: string) =>
  write<typeof ownerCalendarContract.subscribeCalendar>("POST", "/api/owner/items", itemId, "external-calendars");
export const syncCalendar = (key: string, calendarId: string) =>
  write<typeof ownerCalendarContract.syncCalendar>("POST", "/api/owner/external-calendars", calendarId, "refresh")(key);
export const removeCalendar = (key: string, calendarId: string) =>
  write<typeof ownerCalendarContract.removeCalendar>("DELETE", "/api/owner/external-calendars", calendarId)(key);

/** Sent as multipart form data, not as JSON. */
export async function sendCalendarFile(key: string, itemId: string, file: File): Promise<ExternalCalendarView> {
  const body = new FormData();
  body.set("file", file);
  const headers = { "Idempotency-Key": key };
  const path = `/api/owner/items/${itemId}/external-calendars/file`;
  return browserClient.withSession(path, async () => {
    const response = await fetch(path, { method: "POST", headers, body });
    return (await readResponse(response, warn)) as ExternalCalendarView;
  });
}

export const listOwnItems = () => readPages<typeof itemsContract.listOwnItems>("/api/owner/items");
export const listDrafts = () => read<typeof draftsContract.listDrafts>("/api/owner/drafts");

export const updateItem = (key: string, itemId: string, change: { isAvailable: boolean }) =>
  write<typeof itemsContract.updateItem>("PATCH", "/api/items", itemId)(key, change);
export const duplicateItem = (key: string, itemId: string) =>
  write<typeof itemsContract.duplicateItem>("POST", "/api/items", itemId, "duplicate")(key);
export const deleteItem = (key: string, itemId: string) =>
  write<typeof itemsContract.deleteItem>("DELETE", "/api/items", itemId)(key);
export const deleteDraft = write<typeof draftsContract.deleteDraft>("POST", "/api/owner/drafts/discard");

/** Refetches everything that shows listings. */
export function refreshListings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === "string" && /^\/api\/(items|owner)\b/.test(path),
  });
}

/** Optimistic update of a listing's availability; returns a function that reverts it. */
export async function showAvailability(client: QueryClient, itemId: string, isAvailable: boolean): Promise<() => void> {
  const { queryKey } = listOwnItems();
  await client.cancelQueries({ queryKey });
  const previous = client.getQueryData(queryKey);
  const changed = (item: OwnItemSummaryView) => (item.id === itemId ? { ...item, isAvailable } : item);
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: page.body.map(changed) })) },
  );
  return () => client.setQueryData(queryKey, previous);
}
