import { CHANNELS } from "@nexby/domain/notifications/channels";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";
import { DELIVERY_REASONS, DELIVERY_STATUSES } from "../messaging/notification-settings.ts";
import { ADMIN_NOTIFICATION_KINDS } from "../messaging/notifications.ts";

const settingView = namedObject("AdminNotificationSetting", {
  kind: z.enum(ADMIN_NOTIFICATION_KINDS),
  email: z.boolean().describe("Whether admins also get this event by email"),
});
export type AdminNotificationSettingView = z.infer<typeof settingView>;

export const listAdminNotificationSettings = endpoint({
  method: "GET",
  path: "/api/admin/notification-settings",
  summary: "List the events that admins are notified of, and which of them are also sent by email",
  access: "admin",
  response: z.array(settingView),
  errors: [],
});

export const updateAdminNotificationSetting = endpoint({
  method: "PUT",
  path: "/api/admin/notification-settings",
  summary: "Choose whether admins also get an event by email",
  access: "admin",
  body: z.object({
    kind: z.enum(ADMIN_NOTIFICATION_KINDS, { error: "Please choose an event that admins are notified of" }),
    email: z.boolean({ error: "Please choose yes or no" }),
  }),
  response: z.array(settingView),
  errors: ["validation_failed"],
});

const deliveryView = namedObject("NotificationDelivery", {
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  title: z.string(),
  channel: z.enum(CHANNELS),
  status: z.enum(DELIVERY_STATUSES),
  at: z.iso.datetime().describe("When it was sent; otherwise when it was or is due"),
  attempts: z.int().nonnegative(),
  reason: z.enum(DELIVERY_REASONS).nullable().describe("Why it was skipped or canceled"),
  error: z.string().nullable().describe("What the mail server or provider reported"),
});
export type NotificationDeliveryView = z.infer<typeof deliveryView>;

export const listNotificationDeliveries = endpoint({
  method: "GET",
  path: "/api/admin/notification-deliveries",
  summary: "List emails, texts and push messages about notifications, newest first",
  access: "admin",
  query: z.object({
    ...pageQuery,
    channel: z
      .enum(CHANNELS, { error: `Channel must be one of ${CHANNELS.join(", ")}` })
      .optional()
      .describe("Only on this channel"),
    status: z
      .enum(DELIVERY_STATUSES, { error: `Status must be one of ${DELIVERY_STATUSES.join(", ")}` })
      .optional()
      .describe("Only with this status"),
  }),
  response: z.array(deliveryView),
  errors: ["validation_failed"],
});
