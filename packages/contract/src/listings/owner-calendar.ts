import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, hasNoUserInfo, localDay, namedObject, oneLine, USER_INFO_MESSAGE, wholeNumber } from "../fields.ts";

const END_MESSAGE = "End date must be after or equal to start date";
const CALENDAR_LINK_MESSAGE = "The calendar link must start with https://";
const MAX_CALENDAR_BYTES = 1024 * 1024;
const ownItem = { params: z.object({ itemId: z.uuid() }) };

/** Days on which an item is taken by a booking, a block of its owner or another calendar. Both dates are inclusive. */
const occupiedSpan = namedObject("OccupiedSpan", {
  kind: z.enum(["checkout", "reservation", "block", "import", "overdue"]),
  startDate: z.string(),
  endDate: z.string(),
  quantity: z.int().positive(),
});

const calendarRow = namedObject("CalendarRow", {
  itemId: z.uuid(),
  title: z.string(),
  cover: z.string().nullable(),
  isAvailable: z.boolean(),
  quantityTotal: z.int().positive(),
  today: z.string(),
  spans: z.array(occupiedSpan),
});
export type CalendarRow = z.infer<typeof calendarRow>;

export const getOwnerCalendar = endpoint({
  method: "GET",
  path: "/api/owner/calendar",
  summary: "Get the calendar of all your listings",
  access: "signed-in",
  query: z.object({ from: localDay(), days: wholeNumber("Days", { least: 1, most: 370 }).default(31) }),
  response: z.array(calendarRow),
  errors: ["validation_failed"],
});

export const setBlockedDays = endpoint({
  method: "PUT",
  path: "/api/owner/items/:itemId/blocked-days",
  summary: "Block or unblock days of your listing. Bookings stay",
  access: "signed-in",
  ...ownItem,
  body: z
    .object({
      startDate: localDay(),
      endDate: localDay(),
      isBlocked: z.boolean({ error: "Please choose yes or no" }),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, { path: ["endDate"], error: END_MESSAGE }),
  response: calendarRow,
  errors: ["validation_failed", "not_found", "units_unavailable"],
});

/** An external calendar whose appointments block an item. */
const externalCalendarView = namedObject("ExternalCalendar", {
  id: z.uuid(),
  name: z.string(),
  url: z.string().nullable().describe("Null for an uploaded file"),
  lastReadAt: z.iso.datetime().nullable(),
  lastProblem: z.string().nullable().describe("Why the last read failed"),
  importedCount: z.int().nonnegative(),
  conflicts: z
    .array(z.object({ summary: z.string(), startDate: z.string(), endDate: z.string() }))
    .describe("Events on days that are already booked here"),
});
export type ExternalCalendarView = z.infer<typeof externalCalendarView>;

export const getCalendarFeed = endpoint({
  method: "GET",
  path: "/api/owner/items/:itemId/calendar-feed",
  summary: "Get the secret calendar feed link of your listing",
  access: "signed-in",
  ...ownItem,
  response: z.object({ url: z.string() }),
  errors: ["not_found"],
});

export const rotateCalendarFeed = endpoint({
  method: "POST",
  path: "/api/owner/items/:itemId/calendar-feed",
  summary: "Replace the calendar feed link of your listing",
  access: "signed-in",
  ...ownItem,
  response: z.object({ url: z.string() }),
  isOutcomeSecret: true,
  errors: ["not_found"],
});

export const downloadCalendarFeed = endpoint({
  method: "GET",
  path: "/api/calendars/:token",
  summary: "Download a listing's unavailable days as iCalendar",
  access: "public",
  limits: [{ per: "address", times: 60, seconds: 60 }],
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,64}\.ics$/) }),
  response: z.string(),
  mediaType: "text/calendar; charset=utf-8",
  errors: ["not_found"],
});

export const listExternalCalendars = endpoint({
  method: "GET",
  path: "/api/owner/items/:itemId/external-calendars",
  summary: "List the external calendars of your listing, with conflicts",
  access: "signed-in",
  ...ownItem,
  response: z.array(externalCalendarView),
  errors: ["not_found"],
});

export const subscribeCalendar = endpoint({
  method: "POST",
  path: "/api/owner/items/:itemId/external-calendars",
  summary: "Subscribe your listing to an external calendar, read hourly",
  access: "approved",
  limits: [{ per: "account", times: 20, seconds: 3600 }],
  ...ownItem,
  body: z.object({
    name: oneLine("Name is required", 100),
    url: z
      .string({ error: CALENDAR_LINK_MESSAGE })
      .trim()
      .max(2000, CALENDAR_LINK_MESSAGE)
      .transform((text) => text.replace(/^webcal:/i, "https:"))
      .pipe(z.url({ protocol: /^https$/, error: CALENDAR_LINK_MESSAGE }).refine(hasNoUserInfo, USER_INFO_MESSAGE)),
  }),
  response: externalCalendarView,
  status: 201,
  errors: ["validation_failed", "not_found", "too_many_calendars"],
});

export const importCalendar = endpoint({
  method: "POST",
  path: "/api/owner/items/:itemId/external-calendars/file",
  summary: "Import an iCalendar file into your listing",
  access: "approved",
  limits: [{ per: "account", times: 20, seconds: 3600 }],
  ...ownItem,
  upload: { maxBytes: MAX_CALENDAR_BYTES },
  response: externalCalendarView,
  status: 201,
  errors: ["validation_failed", "not_found", "payload_too_large", "unsupported_media_type", "too_many_calendars"],
});

export const removeCalendar = endpoint({
  method: "DELETE",
  path: "/api/owner/external-calendars/:calendarId",
  summary: "Remove an external calendar and unblock its days",
  access: "signed-in",
  params: z.object({ calendarId: z.uuid() }),
  response: done,
  errors: ["not_found"],
});

export const syncCalendar = endpoint({
  method: "POST",
  path: "/api/owner/external-calendars/:calendarId/refresh",
  summary: "Read an external calendar now",
  access: "signed-in",
  limits: [{ per: "account", times: 20, seconds: 3600 }],
  params: z.object({ calendarId: z.uuid() }),
  response: externalCalendarView,
  errors: ["not_found", "action_not_allowed"],
});
