import { createUser } from "../../testing/factories.ts";
import { describeTable, insertRow } from "../../testing/listings/catalogue.ts";
import { ID, MISSING_ID, OTHER } from "./booking-tables.fixture.ts";
import {
  createdAt,
  createdInRealTime,
  flag,
  id,
  instant,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
  textFrom,
  wholeFrom,
} from "./columns.fixture.ts";

/** Another message, which no channel has for the notification yet. */
const ANOTHER_CHANNEL = { id: OTHER, channel: "push" };

describeTable({
  table: "notifications_log",
  ids: "[DATA-11]",
  fields: {
    id,
    notificationId: reference,
    userId: reference,
    channel: text,
    state: text,
    reason: optionalText,
    dueAt: instant,
    messageId: optionalReference,
    createdAt,
  },
  validRow: async (db) => {
    const user_id = await createUser(db);
    const notification = { user_id, type: "system", title: "News", message: "Something happened" };
    await insertRow(db, "notifications", { id: ID, ...notification });
    return {
      id: ID,
      notification_id: ID,
      user_id,
      channel: "email",
      state: "waiting",
      due_at: "2027-06-01T12:00:00Z",
    };
  },
  refused: {
    unique: {
      notifications_log_pkey: { "a duplicate id": { channel: "push" } },
      notifications_log_once: { "a second delivery through the same channel": { id: OTHER } },
    },
    reference: {
      notifications_log_notification_id_notifications_id_fk: {
        "an unknown notification": { ...ANOTHER_CHANNEL, notification_id: MISSING_ID },
      },
      notifications_log_user_id_users_id_fk: { "an unknown user": { ...ANOTHER_CHANNEL, user_id: MISSING_ID } },
      notifications_log_message_id_outgoing_messages_id_fk: {
        "an unknown message": { ...ANOTHER_CHANNEL, state: "handed_over", message_id: MISSING_ID },
      },
    },
    check: {
      notifications_log_channel_is_known: { "an unknown channel": { channel: "fax" } },
      notifications_log_state_is_known: { "an unknown state": { state: "lost" } },
      notifications_log_reason_is_given: {
        "a skipped delivery without a reason": { state: "skipped" },
        "a canceled delivery without a reason": { state: "canceled" },
        "a waiting delivery with a reason": { reason: "read" },
      },
      notifications_log_handed_over_has_message: {
        "a delivery handed over without its message": { state: "handed_over" },
        "a waiting delivery with a message": { message_id: MISSING_ID },
      },
    },
  },
});

describeTable({
  table: "notification_choices",
  ids: "[DATA-11]",
  fields: { userId: reference, kind: text, channel: text, isOn: flag, updatedAt: createdAt },
  validRow: async (db) => ({ user_id: await createUser(db), kind: "requests", channel: "email", is_on: false }),
  refused: {
    unique: { notification_choices_once: { "a second choice of the same kind and channel": { is_on: true } } },
    reference: { notification_choices_user_id_users_id_fk: { "an unknown user": { user_id: MISSING_ID } } },
    check: {
      notification_choices_kind_is_known: { "an unknown kind": { kind: "gossip" } },
      notification_choices_channel_is_known: { "an unknown channel": { channel: "fax" } },
    },
  },
});

describeTable({
  table: "notification_preferences",
  ids: "[DATA-11]",
  fields: {
    userId: reference,
    email: flag,
    sms: flag,
    push: flag,
    booking: flag,
    messaging: flag,
    search: flag,
    recommendation: flag,
    marketing: flag,
    weeklyDigest: flag,
    quietHours: flag,
    quietFrom: { type: "time without time zone" },
    quietUntil: { type: "time without time zone" },
    updatedAt: createdAt,
  },
  validRow: async (db) => ({
    user_id: await createUser(db),
    email: true,
    sms: false,
    push: true,
    booking: true,
    messaging: true,
    search: true,
    recommendation: false,
    marketing: false,
    weekly_digest: false,
    quiet_hours: true,
    quiet_from: "22:00",
    quiet_until: "08:00",
  }),
  refused: {
    unique: { notification_preferences_pkey: { "second preferences of one user": {} } },
    reference: { notification_preferences_user_id_users_id_fk: { "an unknown user": { user_id: MISSING_ID } } },
  },
});

describeTable({
  table: "admin_notification_settings",
  ids: "[DATA-11]",
  fields: { kind: text, email: flag, updatedBy: reference, updatedAt: createdAt },
  validRow: async (db) => ({ kind: "admin_review_reported", email: false, updated_by: await createUser(db) }),
  refused: {
    unique: { admin_notification_settings_pkey: { "a second setting for one kind": {} } },
    reference: {
      admin_notification_settings_updated_by_users_id_fk: {
        "an unknown admin": { kind: "admin_damage_contested", updated_by: MISSING_ID },
      },
    },
  },
});

describeTable({
  table: "push_subscriptions",
  ids: "[PREF-01]",
  fields: {
    id,
    userId: reference,
    sessionId: optionalReference,
    endpoint: text,
    p256dh: { ...text, column: "p256dh" },
    auth: text,
    device: text,
    createdAt: createdInRealTime,
  },
  validRow: async (db) => ({
    id: ID,
    user_id: await createUser(db),
    endpoint: "https://push.example/1",
    p256dh: "key",
    auth: "secret",
    device: "Firefox on Linux",
  }),
  refused: {
    unique: {
      push_subscriptions_pkey: { "a duplicate id": { endpoint: "https://push.example/2" } },
      push_subscriptions_endpoint_unique: { "a duplicate address": { id: OTHER } },
    },
    reference: {
      push_subscriptions_user_id_users_id_fk: {
        "an unknown user": { id: OTHER, endpoint: "https://push.example/2", user_id: MISSING_ID },
      },
      push_subscriptions_session_id_sessions_id_fk: {
        "an unknown session": { id: OTHER, endpoint: "https://push.example/2", session_id: MISSING_ID },
      },
    },
  },
});

describeTable({
  table: "outgoing_messages",
  ids: "",
  fields: {
    id,
    channel: text,
    recipient: text,
    subject: optionalText,
    body: optionalText,
    html: optionalText,
    status: textFrom("queued"),
    lastError: optionalText,
    createdAt,
    sentAt: optionalInstant,
    unsubscribeUserId: optionalReference,
    unsubscribeTopic: optionalText,
    attempts: wholeFrom(0),
  },
  validRow: async () => ({ id: ID, channel: "mail", recipient: "robin@nexby.example", body: "Hello" }),
  refused: {
    unique: { outgoing_messages_pkey: { "a duplicate id": {} } },
    reference: {
      outgoing_messages_unsubscribe_user_id_users_id_fk: {
        "an unknown user": { id: OTHER, unsubscribe_user_id: MISSING_ID },
      },
    },
    check: {
      outgoing_messages_channel_is_known: { "an unknown channel": { channel: "fax" } },
      outgoing_messages_status_is_known: { "an unknown status": { status: "lost" } },
      outgoing_messages_have_words_until_sent: { "a queued message without a text": { body: null } },
    },
  },
});
