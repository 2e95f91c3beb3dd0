import { CHANNELS } from "@nexby/domain/notifications/channels";
import { CHOICE_KINDS } from "@nexby/domain/notifications/choices";
import { SKIP_REASONS } from "@nexby/domain/notifications/delivery";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";
import { isReadFilter, notificationView, typeFilter } from "./notifications.ts";

const TIME_MESSAGE = "Please enter a time such as 21:00";
const ZONE_MESSAGE = "Please choose a time zone";

const yesNo = z.boolean({ error: "Please choose yes or no" });
const timeOfDay = z.string({ error: TIME_MESSAGE }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_MESSAGE);

/** An IANA name. Offsets such as +05:00 are rejected, because they don't follow daylight saving. */
export const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
};

const timeZone = z.string({ error: ZONE_MESSAGE }).max(60, ZONE_MESSAGE).refine(isTimeZone, ZONE_MESSAGE);

const flags = {
  email: yesNo.describe("Whether email is used. Events that money or a booking depends on are always mailed"),
  sms: yesNo,
  push: yesNo,
  booking: yesNo,
  messaging: yesNo,
  search: yesNo,
  recommendation: yesNo,
  marketing: yesNo,
  weeklyDigest: yesNo,
  quietHours: yesNo.describe("Whether texts and push messages wait until the quiet hours end"),
  quietFrom: timeOfDay,
  quietUntil: timeOfDay,
};

const choice = {
  kind: z.enum(CHOICE_KINDS, { error: "Please choose a kind of message" }),
  channel: z.enum(CHANNELS, { error: "Please choose a channel" }),
  isOn: yesNo,
};

const preferencesView = namedObject("NotificationPreferences", {
  ...flags,
  choices: z
    .array(z.object({ ...choice, isFixed: z.boolean().describe("Whether it is always on") }))
    .describe("Every kind of message on every channel it is offered on. A message also needs the flag of its channel"),
  timeZone: z.string().nullable().describe("IANA name; null until it is set"),
});
export type NotificationPreferencesView = z.infer<typeof preferencesView>;

export const getNotificationPreferences = endpoint({
  method: "GET",
  path: "/api/notification-preferences",
  summary: "Get your notification preferences",
  access: "signed-in",
  response: preferencesView,
  errors: [],
});

export const updateNotificationPreferences = endpoint({
  method: "PATCH",
  path: "/api/notification-preferences",
  summary: "Change your notification preferences",
  access: "signed-in",
  body: z.object({ ...flags, timeZone, choices: z.array(z.object(choice)).min(1).max(50) }).partial(),
  response: preferencesView,
  errors: ["validation_failed"],
});

export const DELIVERY_STATUSES = ["waiting", "sending", "sent", "failed", "skipped", "canceled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `read`: already seen in the app. `outdated`: no longer true when its time came. */
export const DELIVERY_REASONS = [...SKIP_REASONS, "read", "outdated"] as const;

const historyView = namedObject("NotificationHistoryEntry", {
  ...notificationView.shape,
  why: z.string().describe("Why the person gets this notification"),
  deliveries: z.array(
    z.object({
      channel: z.enum(CHANNELS),
      status: z.enum(DELIVERY_STATUSES),
      at: z.iso.datetime().describe("When it was sent; otherwise when it was or is due"),
      attempts: z.int().nonnegative(),
      reason: z.enum(DELIVERY_REASONS).nullable().describe("Why it was skipped or canceled"),
    }),
  ),
});
export type NotificationHistoryView = z.infer<typeof historyView>;

export const listNotificationHistory = endpoint({
  method: "GET",
  path: "/api/notification-history",
  summary: "List your notifications with their deliveries on other channels, newest first",
  access: "signed-in",
  query: z.object({
    ...pageQuery,
    type: typeFilter,
    isRead: isReadFilter,
    channel: z
      .enum(CHANNELS, { error: `Channel must be one of ${CHANNELS.join(", ")}` })
      .optional()
      .describe("Only notifications that were sent on this channel, or are about to be"),
  }),
  response: z.array(historyView),
  errors: ["validation_failed"],
});
