import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

export const NOTIFICATION_TYPES = [
  "booking_request",
  "booking_approved",
  "booking_declined",
  "message",
  "payment",
  "system",
  "other",
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Every event that people are notified of. The server's catalogue has the words, the web app the icons. */
export const NOTIFICATION_KINDS = [
  "welcome",
  "account_approved",
  "email_verified",
  "phone_verified",
  "details_requested",
  "search_matches",
  "weekly_digest",
  "message_received",
  "conversation_report_decided",
  "request_received",
  "request_reminder",
  "booking_approved",
  "request_declined",
  "request_expired",
  "booking_canceled",
  "handoff_scheduled",
  "time_proposed",
  "time_reminder",
  "time_confirmed",
  "time_kept",
  "proposal_expired",
  "pickup_reminder",
  "pickup_soon",
  "handed_over",
  "extension_requested",
  "extension_reminder",
  "extension_approved",
  "extension_declined",
  "extension_expired",
  "extension_withdrawn",
  "return_reminder",
  "return_soon",
  "return_due",
  "returned",
  "inspection_reminder",
  "rental_completed",
  "units_returned",
  "units_confirmed",
  "claim_opened",
  "loss_named",
  "claim_answered",
  "claim_decided",
  "damage_failed",
  "damage_settled",
  "condition_reported",
  "handoff_marked",
  "handoff_disputed",
  "handoff_code_locked",
  "handoff_reminder",
  "no_show_reported",
  "no_show_contested",
  "rental_unreported",
  "return_overdue",
  "late_fee_accrued",
  "late_fee_calculated",
  "late_fee_contested",
  "late_fee_waived",
  "late_fee_decided",
  "late_fee_failed",
  "late_fee_settled",
  "handoff_upheld",
  "booking_endangered",
  "booking_safe",
  "rental_charged",
  "charge_failed",
  "deposit_reminder",
  "deposit_renewal_failed",
  "deposit_lost",
  "review_prompt",
  "review_published",
  "review_replied",
  "review_hidden",
  "refund_sent",
  "refund_paid",
  "payout_sent",
  "payout_failed",
  "bank_payout_failed",
  "payouts_waiting",
  "payout_account_ready",
  "payout_account_incomplete",
  "payout_account_rejected",
  "payout_account_disconnected",
  "admin_request_review",
  "admin_claim",
  "admin_late_fee",
  "admin_no_show",
  "admin_handoff",
  "admin_unreported_rental",
  "admin_deposit_ending",
  "admin_deposit_lapsed",
  "admin_suspended_bookings",
  "admin_frequent_cancellations",
  "admin_missing_tax_rate",
  "admin_refund_failed",
  "admin_low_balance",
  "admin_chargeback",
  "admin_lost_events",
  "admin_provider_refusal",
  "admin_ledger_differences",
  "admin_review_reported",
  "admin_conversation_reported",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type AdminNotificationKind = Extract<NotificationKind, `admin_${string}`>;

/** Events that every admin is notified of. */
export const ADMIN_NOTIFICATION_KINDS = NOTIFICATION_KINDS.filter((kind): kind is AdminNotificationKind =>
  kind.startsWith("admin_"),
);

export const notificationView = namedObject("Notification", {
  id: z.uuid(),
  type: z.enum(NOTIFICATION_TYPES),
  kind: z.enum(NOTIFICATION_KINDS).nullable().describe("The event; null for notifications from older versions"),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
  actionUrl: z.string().nullable().describe("A page of our own"),
  bookingId: z.uuid().nullable().describe("The booking it is about, which groups entries"),
});
export type NotificationView = z.infer<typeof notificationView>;

export const typeFilter = z
  .enum(NOTIFICATION_TYPES, { error: `Type must be one of ${NOTIFICATION_TYPES.join(", ")}` })
  .optional()
  .describe("Only of this type");

export const isReadFilter = z
  .enum(["true", "false"], { error: "isRead must be true or false" })
  .transform((text) => text === "true")
  .optional()
  .describe("Only read or only unread notifications");

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  summary: "List your notifications, newest first",
  access: "signed-in",
  isPolled: true,
  query: z.object({ ...pageQuery, type: typeFilter, isRead: isReadFilter }),
  response: z.array(notificationView),
  errors: ["validation_failed"],
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/api/notifications/count",
  summary: "Count your unread notifications",
  access: "signed-in",
  isPolled: true,
  response: z.object({ count: z.int().nonnegative() }),
  errors: [],
});

export const markNotificationRead = endpoint({
  method: "PUT",
  path: "/api/notifications/:notificationId/read",
  summary: "Mark a notification as read",
  access: "signed-in",
  params: z.object({ notificationId: z.uuid() }),
  response: notificationView,
  errors: ["not_found"],
});

export const markAllNotificationsRead = endpoint({
  method: "PUT",
  path: "/api/notifications/read-all",
  summary: "Mark all your notifications as read",
  access: "signed-in",
  response: z.object({ count: z.int().nonnegative().describe("How many were unread") }),
  errors: [],
});

const TOPICS_MESSAGE = "Topics must be name:id, separated by commas, at most 20";
const MAX_TOPICS = 20;
const TOPIC = /^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Topics a client can follow besides the user's own news. */
export type TopicName = "item";

export const streamEvents = endpoint({
  method: "GET",
  path: "/api/events",
  summary: "Stream live updates as server-sent events",
  access: "public",
  isStream: true,
  query: z.object({
    topics: z
      .string()
      .max(1000)
      .transform((text) => [...new Set(text.split(",").filter(Boolean))])
      .refine((topics) => topics.length <= MAX_TOPICS && topics.every((topic) => TOPIC.test(topic)), TOPICS_MESSAGE)
      .default([])
      .describe("Such as item:0190…,item:0191…"),
    lastEventId: z.string().max(50).optional().describe("For clients that cannot send the Last-Event-ID header"),
    timeZone: z
      .string()
      .max(60)
      .optional()
      .describe("The browser's time zone, kept for people who haven't chosen one. Unknown names are ignored"),
  }),
  response: z.object({}).loose().describe("The data of one event"),
  errors: ["validation_failed", "unauthenticated", "not_found", "too_many_requests"],
});
