import { listNotificationDeliveries } from "@nexby/contract/admin/notifications";
import {
  getNotificationPreferences,
  listNotificationHistory,
  updateNotificationPreferences,
} from "@nexby/contract/messaging/notification-settings";
import { listNotifications, markNotificationRead } from "@nexby/contract/messaging/notifications";
import { addPushDevice, listPushDevices } from "@nexby/contract/messaging/push";
import { localDate } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webPushMessages } from "../../../adapters/push/web-push.ts";
import { call } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { inLines, storedRows } from "../../../testing/stored-records.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { notify } from "../commands/notify.ts";
import { sendNotifications } from "../commands/send-notifications.ts";
import { eventOf } from "./events.fixture.ts";
import { startPushService } from "./push-service-under-test.ts";

const database = useTestDatabase();
const db = () => database().db;
let app: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  service = await startPushService();
  const push = webPushMessages({ secret: "a secret", contact: "mailto:hello@nexby.example", posting: service.posting });
  app = await startTestApp({ db: db(), push });
});
afterAll(() => Promise.all([app.close(), service.close()]));

test("[NOTE-02] [PREF-01] all that is stored and shown of preferences, a browser, and an event on every channel", async () => {
  const reachable = { notifySms: true, phoneNumber: "+12015550000", phoneVerifiedAt: new Date() };
  const userId = await createUser(db(), { ...reachable, timeZone: "America/New_York", isApproved: true });
  const adminId = await createUser(db(), { isAdmin: true, isApproved: true });
  const headers = asViewer({ id: userId, isAdmin: false, isApproved: true });
  const names = { [userId]: "person", [adminId]: "admin" };
  const rowsOf = (table: string, where = sql`user_id = ${userId}`, order = "created_at, id") =>
    storedRows(db(), { table, where, names, order });

  const { timeZone: _, choices, ...before } = (await call(app.origin, getNotificationPreferences, { headers })).body;
  for (const [field, value] of Object.entries(before)) {
    const other = typeof value === "boolean" ? !value : field === "quietFrom" ? "20:15" : "06:45";
    const { body } = await call(app.origin, updateNotificationPreferences, { headers, body: { [field]: other } });
    expect(body).toEqual({ ...before, choices: body.choices, timeZone: "America/New_York", [field]: other });
    await call(app.origin, updateNotificationPreferences, { headers, body: { [field]: value } });
  }
  for (const { kind, channel, isOn, isFixed } of choices.filter((choice) => !choice.isFixed && choice.isOn)) {
    const change = { choices: [{ kind, channel, isOn: !isOn }] };
    const { body } = await call(app.origin, updateNotificationPreferences, { headers, body: change });
    const changed = choices.filter((one) => one.kind === kind && one.channel === channel);
    expect(body.choices).toEqual(
      choices.map((one) => (changed.includes(one) ? { kind, channel, isOn: !isOn, isFixed } : one)),
    );
    const back = { choices: [{ kind, channel, isOn }] };
    await call(app.origin, updateNotificationPreferences, { headers, body: back });
  }
  const { choices: _choices, ...flags } = (await call(app.origin, getNotificationPreferences, { headers })).body;
  expect(flags).toEqual({ ...before, timeZone: "America/New_York" });
  expect(
    await rowsOf("notification_choices", sql`kind = 'requests' and channel = 'email'`, "user_id"),
  ).toMatchInlineSnapshot(`
    [
      "kind: requests, is_on: true, channel: email, user_id: person, updated_at: a time",
    ]
  `);
  const body = { marketing: true, quietHours: false, timeZone: "America/Chicago" };
  await call(app.origin, updateNotificationPreferences, { headers, body });
  const { choices: _shown, ...preferences } = (await call(app.origin, getNotificationPreferences, { headers })).body;
  expect(inLines([preferences], names)).toMatchInlineSnapshot(`
    [
      "email: true, sms: true, push: true, booking: true, messaging: true, search: true, recommendation: true, marketing: true, weeklyDigest: true, quietHours: false, quietFrom: 21:00, quietUntil: 08:00, timeZone: America/Chicago",
    ]
  `);
  expect(await rowsOf("notification_preferences", undefined, "user_id")).toMatchInlineSnapshot(`
    [
      "sms: true, push: true, email: true, search: true, booking: true, user_id: person, marketing: true, messaging: true, quiet_from: 21:00:00, updated_at: a time, quiet_hours: false, quiet_until: 08:00:00, weekly_digest: true, recommendation: true",
    ]
  `);

  const { endpoint, keys } = service.subscribe();
  await call(app.origin, addPushDevice, { headers, body: { endpoint, keys } });
  expect(inLines((await call(app.origin, listPushDevices, { headers })).body, names)).toMatchInlineSnapshot(`
    [
      "id: an id, device: Unknown device, createdAt: a time",
    ]
  `);
  const { rows: devices } = await db().execute(sql`
    select user_id, session_id, endpoint, p256dh, auth, device from push_subscriptions`);
  expect(devices).toMatchObject([{ user_id: userId, endpoint, p256dh: keys.p256dh, auth: keys.auth }]);

  const days = { startDate: localDate("2099-05-20"), endDate: localDate("2099-05-21") };
  await notify(db(), userId, eventOf("request_received", { to: "owner", ...days }));
  const jobs = await rowsOf("scheduled_jobs", sql`entity_id = ${userId}`, "dedupe_key");
  expect(jobs).toMatchInlineSnapshot(`
    [
      "status: pending, payload: {"channel":"email"}, job_type: send_notifications, entity_id: person, created_at: a time, dedupe_key: email a time, entity_type: notifications, max_retries: 3, retry_count: 0, lease_losses: 0, scheduled_at: a time",
      "status: pending, payload: {"channel":"push"}, job_type: send_notifications, entity_id: person, created_at: a time, dedupe_key: push a time, entity_type: notifications, max_retries: 3, retry_count: 0, lease_losses: 0, scheduled_at: a time",
      "status: pending, payload: {"channel":"sms"}, job_type: send_notifications, entity_id: person, created_at: a time, dedupe_key: sms a time, entity_type: notifications, max_retries: 3, retry_count: 0, lease_losses: 0, scheduled_at: a time",
    ]
  `);
  const send = sendNotifications("https://nexby.example");
  // Email collects for a while and is read before it goes out.
  for (const channel of ["sms", "push"]) {
    await db().transaction(async (tx) => {
      if (!("inTransaction" in send)) throw new Error("Handed over in one transaction");
      await send.inTransaction(tx, { entityId: userId, payload: { channel } } as never);
    });
  }
  const shown = (await call(app.origin, listNotifications, { headers })).body;
  expect(inLines(shown, names)).toMatchInlineSnapshot(`
    [
      "id: an id, type: booking_request, kind: request_received, title: Omar wants to rent your City bike, message: some days. You'd earn $45.00. Approve or decline by a moment, or the request expires., isRead: false, createdAt: a time, actionUrl: /booking-requests, bookingId: null",
    ]
  `);
  await call(app.origin, markNotificationRead, { headers, params: { notificationId: shown[0]?.id ?? "" } });
  expect(inLines((await call(app.origin, listNotificationHistory, { headers })).body, names)).toMatchInlineSnapshot(`
    [
      "id: an id, type: booking_request, kind: request_received, title: Omar wants to rent your City bike, message: some days. You'd earn $45.00. Approve or decline by a moment, or the request expires., isRead: true, createdAt: a time, actionUrl: /booking-requests, bookingId: null, why: You got this because it's your item., deliveries: [{"channel":"email","status":"canceled","at":"a time","attempts":0,"reason":"read"},{"channel":"push","status":"sending","at":"a time","attempts":0,"reason":null},{"channel":"sms","status":"sending","at":"a time","attempts":0,"reason":null}]",
    ]
  `);
  const admin = asViewer({ id: adminId, isAdmin: true, isApproved: true });
  const deliveries = (await call(app.origin, listNotificationDeliveries, { headers: admin })).body;
  expect(inLines(deliveries, names)).toMatchInlineSnapshot(`
    [
      "id: an id, userId: person, name: Robin Vale, title: Omar wants to rent your City bike, channel: push, status: sending, at: a time, attempts: 0, reason: null, error: null",
      "id: an id, userId: person, name: Robin Vale, title: Omar wants to rent your City bike, channel: sms, status: sending, at: a time, attempts: 0, reason: null, error: null",
      "id: an id, userId: person, name: Robin Vale, title: Omar wants to rent your City bike, channel: email, status: canceled, at: a time, attempts: 0, reason: read, error: null",
    ]
  `);
  expect(await rowsOf("notifications")).toMatchInlineSnapshot(`
    [
      "data: {"at":"a time","by":"owner","to":"owner","from":"Omar","item":"City bike","name":"Sam Reed","news":"opened","page":"/browse?search=bikes","plan":"return","cause":"refused","count":2,"dueAt":"a time","items":["City bike","Tandem"],"owner":"Maya","since":"some days, 2026","state":"WA","units":2,"until":"a time","absent":null,"endsAt":"a time","policy":"strict","reason":"Flat tire","renter":"Omar","search":"Bikes","userId":"u1","endDate":"a day","ownerId":"u2","rentals":[{"item":"City bike","endDate":"a day","startDate":"a day"}],"wasSent":true,"chargeAt":"a time","closesAt":"a time","daysLate":2,"deadline":"a time","eventIds":["evt_1","evt_2"],"feeCents":5000,"newCount":2,"quantity":3,"timezone":"America/New_York","unitsOut":1,"bankLast4":"6789","bookingId":"b1","cardCents":2500,"condition":"damaged","freeUntil":"a time","inForceAt":"a time","isCharged":true,"isInstant":false,"leftCents":4000,"paymentId":"p1","startDate":"a day","claimCents":7500,"earnsCents":4500,"hasDeposit":true,"ownerCents":4500,"totalCents":5000,"amountCents":12345,"damageCents":7500,"isFoodTruck":false,"isWithdrawn":false,"recommended":[{"id":"i1","title":"Tandem"}],"refundCents":2500,"unpaidCents":2000,"waivedCents":1000,"chargebackId":"c1","chargedCents":5000,"depositCents":10000,"exchangeType":"pickup","newItemCount":12,"requestCount":1,"dailyFeeCents":2500,"evidenceDueAt":"a time","isTakenByBank":false,"conversationId":"c1","ownerKeepsCents":2000}, kind: request_received, type: booking_request, title: Omar wants to rent your City bike, is_read: true, message: some days. You'd earn $45.00. Approve or decline by a moment, or the request expires., read_at: a time, user_id: person, action_url: /booking-requests, created_at: a time, relevant_until: a time",
    ]
  `);
  expect(await rowsOf("notifications_log", undefined, "channel")).toMatchInlineSnapshot(`
    [
      "state: canceled, due_at: a time, reason: read, channel: email, user_id: person, created_at: a time, notification_id: an id",
      "state: handed_over, due_at: a time, channel: push, user_id: person, created_at: a time, message_id: an id, notification_id: an id",
      "state: handed_over, due_at: a time, channel: sms, user_id: person, created_at: a time, message_id: an id, notification_id: an id",
    ]
  `);
  const messages = await rowsOf("outgoing_messages", sql`true`, "channel");
  expect(messages.map((line) => line.replace(/html: .*?<\/html>/s, "html: a page"))).toMatchInlineSnapshot(`
    [
      "body: {"body":"some days. You’d earn $45.00. Approve or decline by a moment, or the request expires.","url":"/booking-requests"}, status: queued, channel: push, subject: Omar wants to rent your City bike, attempts: 0, recipient: person, created_at: a time",
      "body: Nexby: Omar wants to rent your City bike. https://nexby.example/booking-requests, status: queued, channel: sms, attempts: 0, recipient: +12015550000, created_at: a time",
    ]
  `);
  const { rows: events } = await db().execute(sql`
    select audience, type, data from realtime_events`);
  expect(inLines(events, names).toSorted()).toMatchInlineSnapshot(`
    [
      "audience: nobody, type: beginning, data: {}",
      "audience: user:person, type: notification_created, data: {"id":"an id"}",
      "audience: user:person, type: notifications_read, data: {}",
    ]
  `);
});
