import {
  countUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  NOTIFICATION_TYPES,
} from "@nexby/contract/messaging/notifications";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { describeTable } from "../../../testing/listings/catalogue.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { markConversationNotificationsRead, notify } from "../commands/notify.ts";
import { outdatePassedNotifications } from "../commands/outdate.ts";
import { insertNotification } from "../notifications.queries.ts";

const ID = newId();
const database = useTestDatabase();
let app: TestApp;
let userId: string;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(async () => {
  userId = await createUser(database().db);
  headers = asViewer({ id: userId, isAdmin: false, isApproved: true });
});

/** As older versions stored it, without a kind. */
const create = (title: string, changes: Partial<Parameters<typeof insertNotification>[1]> = {}) =>
  insertNotification(database().db, {
    id: newId(),
    userId,
    type: "system",
    title,
    message: "Something happened",
    ...changes,
  });
const list = async (query: Record<string, string> = {}) => call(app.origin, listNotifications, { headers, query });
/** A PUT with a JSON content type and no body, as browsers send it. */
const put = async (path: string) => {
  const response = await fetch(app.origin + path, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
  });
  return { status: response.status, body: await response.json() };
};
const unread = async () => (await call(app.origin, countUnreadNotifications, { headers })).body.count;

describe("notifications", () => {
  test("[MSG-01] [NOTE-02] notifications about the messages of one conversation are read with it, and no others", async () => {
    const { db } = database();
    const data = (conversationId: string) => ({ data: { conversationId } });
    await create("Two messages", { kind: "message_received", ...data("c1") });
    await create("Another conversation", { kind: "message_received", ...data("c2") });
    await create("Your report", { kind: "conversation_report_decided", ...data("c1") });
    await markConversationNotificationsRead(db, userId, "c1");
    const read = (await list()).body.filter(({ isRead }) => isRead);
    expect(read.map(({ kind }) => kind)).toEqual(["message_received"]);
  });

  test("[NOTE-02] notifications about a time that has passed are marked as read, and no others", async () => {
    const inDays = (days: number) => ({ relevantUntil: new Date(Date.now() + days * DAY) });
    await create("Picked up yesterday", inDays(-1));
    await create("Pickup tomorrow", inDays(1));
    await create("Your refund was paid");
    await outdatePassedNotifications(database().db);
    const read = (await list()).body.filter(({ isRead }) => isRead);
    expect(read.map(({ title }) => title)).toEqual(["Picked up yesterday"]);
  });

  test("[NOTE-01] notifications name the booking that they are about, by which lists group them", async () => {
    await notify(database().db, userId, { kind: "refund_paid", data: { bookingId: ID, amountCents: 500 } });
    await create("Of an older version");
    expect((await list()).body.map(({ bookingId }) => bookingId)).toEqual([null, ID]);
  });

  test("[CALL-05] [NOTE-02] notifications are listed newest first with their fields, and counted while unread", async () => {
    await create("First");
    await create("Second", { type: "payment", actionUrl: "/my-bookings" });
    const { body } = await list();
    const { rows } = await database().db.execute<{ id: string; created_at: string }>(sql`
      select id, created_at from notifications where user_id = ${userId} and title = 'Second'`);
    const { id, created_at: createdAt = 0 } = rows[0] ?? {};
    expect(body).toEqual([
      {
        id,
        type: "payment",
        kind: null,
        title: "Second",
        message: "Something happened",
        isRead: false,
        createdAt: new Date(createdAt).toISOString(),
        actionUrl: "/my-bookings",
        bookingId: null,
      },
      expect.objectContaining({ title: "First", type: "system", actionUrl: null }),
    ]);
    expect(await unread()).toBe(2);
    const params = { notificationId: body[1]?.id ?? "" };
    expect((await call(app.origin, markNotificationRead, { params, headers })).body.isRead).toBe(true);
    expect((await list()).body.map(({ isRead }) => isRead)).toEqual([false, true]);
  });

  test("[NOTE-02] notifications get their texts from the catalogue when they are shown", async () => {
    const { db } = database();
    await notify(db, userId, { kind: "refund_paid", data: { bookingId: ID, amountCents: 123_450 } });
    await db.execute(sql`update notifications set title = 'Old words', message = '' where user_id = ${userId}`);
    expect((await list()).body).toEqual([
      expect.objectContaining({
        type: "payment",
        kind: "refund_paid",
        title: "Your refund of $1,234.50 was paid",
        message: "We couldn't refund your card, so we paid you another way.",
        actionUrl: `/my-bookings/${ID}`,
      }),
    ]);
  });

  test.each(NOTIFICATION_TYPES)("[NOTE-02] notifications can be of type %s", async (type) => {
    await create("News", { type });
    expect((await list()).body[0]?.type).toBe(type);
  });

  test("[NOTE-02] notifications are paged", async () => {
    for (let number = 1; number <= 5; number += 1) await create(`News ${number}`);
    // Those of the same moment by id, which grows.
    await database().db.execute(sql`update notifications set created_at = '2026-03-01' where user_id = ${userId}`);
    const first = await list({ limit: "3" });
    expect(first.body.map(({ title }) => title)).toEqual(["News 5", "News 4", "News 3"]);
    const cursor = /cursor=([^>&]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await list({ limit: "3", cursor });
    expect(second.body.map(({ title }) => title)).toEqual(["News 2", "News 1"]);
    expect(second.headers.get("link")).toBeNull();
  });

  test("[NOTE-02] notifications can be filtered by type and read status, in pages", async () => {
    for (const number of [1, 2, 3]) await create(`Payment ${number}`, { type: "payment" });
    await create("Welcome");
    const [welcome] = (await list()).body;
    await call(app.origin, markNotificationRead, { params: { notificationId: welcome?.id ?? "" }, headers });
    const titles = async (query: Record<string, string>) => (await list(query)).body.map(({ title }) => title);
    expect(await titles({ type: "system" })).toEqual(["Welcome"]);
    expect(await titles({ isRead: "true" })).toEqual(["Welcome"]);
    expect(await titles({ isRead: "false" })).toEqual(["Payment 3", "Payment 2", "Payment 1"]);
    expect(await titles({ isRead: "true", type: "payment" })).toEqual([]);

    const next = (await list({ type: "payment", limit: "2" })).headers.get("link") ?? "";
    const cursor = /cursor=([^>&]+)/.exec(next)?.[1] ?? "";
    expect(next).toContain("type=payment");
    expect(await titles({ type: "payment", limit: "2", cursor })).toEqual(["Payment 1"]);
  });

  test("[NOTE-02] notifications are rejected for an unknown type filter", async () => {
    const { status, error } = await callExpectingError(app.origin, listNotifications, {
      headers,
      query: { type: "gossip" },
    });
    expect([status, error.details?.[0]?.field]).toEqual([400, "type"]);
  });

  test("[NOTE-02] [CALL-05] [CALL-09] notifications are marked as read one by one by a PUT with a JSON content type and no body, keeping the first read time", async () => {
    await create("One");
    await create("Two");
    const [two] = (await list()).body;
    const params = { notificationId: two?.id ?? "" };
    expect(await put(`/api/notifications/${two?.id}/read`)).toMatchObject({ status: 200, body: { isRead: true } });
    expect(await unread()).toBe(1);
    const readAt = () =>
      database().db.execute(sql`select read_at from notifications where id = ${params.notificationId}`);
    const [before] = (await readAt()).rows;
    await call(app.origin, markNotificationRead, { params, headers });
    expect((await readAt()).rows).toEqual([before]);
  });

  test("[NOTE-02] [CALL-05] [CALL-09] notifications are all marked as read by a PUT with a JSON content type and no body", async () => {
    await create("One");
    await create("Two");
    expect(await put("/api/notifications/read-all")).toEqual({ status: 200, body: { count: 2 } });
    expect((await call(app.origin, markAllNotificationsRead, { headers })).body).toEqual({ count: 0 });
    expect(await unread()).toBe(0);
    expect((await list()).body.every(({ isRead }) => isRead)).toBe(true);
  });

  test("[ROLE-02] [NOTE-02] notifications cannot be read, counted or marked by another user", async () => {
    await create("Private");
    const [mine] = (await list()).body;
    const otherUser = asViewer({ id: await createUser(database().db), isAdmin: true, isApproved: true });
    expect((await call(app.origin, listNotifications, { headers: otherUser })).body).toEqual([]);
    expect((await call(app.origin, countUnreadNotifications, { headers: otherUser })).body.count).toBe(0);
    const params = { notificationId: mine?.id ?? "" };
    expect((await callExpectingError(app.origin, markNotificationRead, { params, headers: otherUser })).status).toBe(
      404,
    );
    await call(app.origin, markAllNotificationsRead, { headers: otherUser });
    expect(await unread()).toBe(1);
  });

  test("[NOTE-02] notifications and read marks are published to open pages if and only if the transaction commits", async () => {
    const { db } = database();
    await notify(db, userId, { kind: "welcome", data: {} });
    await call(app.origin, markAllNotificationsRead, { headers });
    await db
      .transaction(async (tx) => {
        await notify(tx, userId, { kind: "account_approved", data: {} });
        throw new Error("undone");
      })
      .catch(() => undefined);
    const { rows } = await db.execute(
      sql`select type from realtime_events where audience = ${`user:${userId}`} order by id`,
    );
    expect(rows).toEqual([{ type: "notification_created" }, { type: "notifications_read" }]);
    expect((await list()).body).toHaveLength(1);
  });
});

describeTable({
  table: "notifications",
  ids: "[DATA-11]",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    userId: { type: "uuid" },
    type: { type: "text" },
    kind: { type: "text", nullable: true },
    title: { type: "text" },
    message: { type: "text" },
    data: { type: "jsonb", default: "{}" },
    isRead: { type: "boolean", default: false },
    actionUrl: { type: "text", nullable: true },
    createdAt: { type: "timestamp(3) with time zone", default: "app_now()" },
    relevantUntil: { type: "timestamp(3) with time zone", nullable: true },
  },
  validRow: async (db) => ({
    id: ID,
    user_id: await createUser(db),
    type: "system",
    title: "News",
    message: "Something happened",
    action_url: "/browse",
  }),
  refused: {
    unique: { notifications_pkey: { "a duplicate id": {} } },
    reference: { notifications_user_id_users_id_fk: { "an unknown user": { id: newId(), user_id: newId() } } },
    check: {
      notifications_type_is_known: { "an unknown type": { type: "gossip" } },
      notifications_lead_to_our_own_pages: {
        "another site": { action_url: "https://evil.example" },
        "another site without its scheme": { action_url: "//evil.example" },
        "another site with a backslash": { action_url: "/\\evil.example" },
        "an empty URL": { action_url: "" },
      },
      notifications_read_has_time: { "read without a time": { is_read: true } },
    },
  },
});
