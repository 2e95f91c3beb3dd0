import * as tasks from "@nexby/contract/admin/tasks";
import * as contract from "@nexby/contract/messaging/conversations";
import { streamEvents } from "@nexby/contract/messaging/notifications";
import { SECOND } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { conversations, messages } from "../../../schema/messaging.ts";
import { tasksOf } from "../../../testing/admin-tasks.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import {
  call,
  callExpectingError,
  type EventReader,
  type ReceivedEvent,
  readEventStream,
} from "../../../testing/call.ts";
import { createConversation, createItem, createUser } from "../../../testing/factories.ts";
import { formWith, jpeg } from "../../../testing/listings/good-files.ts";
import { asViewer, startConnectedApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { deleteMessageFiles } from "../commands/send-photo.ts";
import { notifyOfUnreadMessages } from "../messaging.jobs.ts";

const database = useTestDatabase();
let servers: TestApp[];
const readers: EventReader[] = [];

type Person = { id: string; headers: Record<string, string> };
const NOBODY: Person = { id: "", headers: {} };
let people = { omar: NOBODY, maya: NOBODY };
let ada = NOBODY;
let [renter, owner] = [NOBODY, NOBODY];
let conversationId = "";

const joinAs = async (firstName: string, isAdmin = false): Promise<Person> => {
  const id = await createUser(database().db, { firstName, isAdmin });
  return { id, headers: asViewer({ id, isAdmin, isApproved: true }) };
};

beforeAll(async () => {
  servers = await Promise.all([startConnectedApp(database()), startConnectedApp(database())]);
  people = { omar: await joinAs("Omar"), maya: await joinAs("Maya") };
  ada = await joinAs("Ada", true);
});
beforeEach(async () => {
  [renter, owner] = [people.omar, people.maya];
  conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: owner.id });
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  // An open booking would keep the two from blocking each other in later tests.
  await database().db.execute(sql`update bookings set status = 'closed', closed_at = now()`);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

const originOf = (index: number) => servers[index]?.origin ?? "";

async function follow(server: number, { headers }: Person, lastEventId?: string): Promise<EventReader> {
  const resumed = { ...headers, ...(lastEventId !== undefined && { "last-event-id": lastEventId }) };
  const reader = await readEventStream(`${originOf(server)}${streamEvents.path}`, resumed);
  readers.push(reader);
  await reader.until((events) => events.length > 0);
  return reader;
}

const of = (type: string) => (event: ReceivedEvent) =>
  event.type === type && (event.data as { conversationId?: string }).conversationId === conversationId;
const has =
  (type: string, count = 1) =>
  (events: readonly ReceivedEvent[]) =>
    events.filter(of(type)).length >= count;

const send = (person: Person, content: string, { messageId = newId(), server = 0 } = {}) =>
  call(originOf(server), contract.sendMessage, {
    params: { conversationId, messageId },
    body: { content },
    headers: person.headers,
  }).then(({ body }) => body);
const shown = async (person: Person) =>
  (await call(originOf(0), contract.getConversation, { params: { conversationId }, headers: person.headers })).body;
const list = async (person: Person, query: Record<string, string> = {}) =>
  (await call(originOf(0), contract.listConversations, { query, headers: person.headers })).body;
const messagesOf = async (person: Person, query: Record<string, string> = {}, server = 0) =>
  (
    await call(originOf(server), contract.listMessages, {
      params: { conversationId },
      query,
      headers: person.headers,
    })
  ).body;
const update = (person: Person, body: object) =>
  call(originOf(0), contract.updateConversation, { params: { conversationId }, body, headers: person.headers });
const read = (person: Person, sequence: number) =>
  call(originOf(0), contract.markConversationRead, {
    params: { conversationId },
    body: { sequence },
    headers: person.headers,
  });
const refusalOf = async (person: Person, content = "Hello?") =>
  (
    await callExpectingError(originOf(0), contract.sendMessage, {
      params: { conversationId, messageId: newId() },
      body: { content },
      headers: person.headers,
    })
  ).error;

const asAdmin = (admin: Person, { path }: { path: string }, body: object = {}) =>
  fetch(originOf(0) + path.replace(":conversationId", conversationId), {
    method: "POST",
    headers: { ...admin.headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const noticesOf = async ({ id }: Person) => {
  const { rows } = await database().db.execute<{ title: string }>(sql`
    select title from notifications where user_id = ${id} order by created_at, id`);
  return rows.map(({ title }) => title);
};

/** The conversation is about a booking in this status. */
async function book(status: "pending" | "approved" | "closed"): Promise<void> {
  const { db } = database();
  const { itemId } = (await db.select().from(conversations).where(eq(conversations.id, conversationId)))[0] ?? {};
  const booking = await createBooking(db, {
    ...(itemId && { itemId }),
    renterId: renter.id,
    ownerId: owner.id,
    status,
    ...(status === "closed" && { closedAt: new Date("2020-01-01") }),
  });
  await db.update(conversations).set({ bookingId: booking.id }).where(eq(conversations.id, conversationId));
}

describe("[MSG-01] live messages", () => {
  test("live messages reach the other person through another process, and go from sent to delivered to read", async () => {
    const [atRenter, atOwner] = [await follow(0, renter), await follow(1, owner)];
    const message = await send(renter, "And on Monday?");
    await atOwner.until(has("message_created"));
    // So do the sender's other windows.
    await atRenter.until(has("message_created"));
    const announced = (reader: EventReader) => reader.events.find(of("message_created"))?.data;
    expect(announced(atOwner)).toMatchObject({ sequence: 2, isForYou: true });
    expect(announced(atRenter)).toMatchObject({ sequence: 2, isForYou: false });
    expect(message).toMatchObject({ sequence: 2, sender: "you", type: "text" });
    expect((await messagesOf(owner, { after: "1" }, 1)).map(({ content, sender }) => [content, sender])).toEqual([
      ["And on Monday?", "other"],
    ]);
    expect((await shown(renter)).other).toMatchObject({ deliveredSequence: 0, readSequence: 0 });
    const { body } = await call(originOf(1), contract.confirmDelivery, { headers: owner.headers });
    expect(body.count).toBeGreaterThanOrEqual(2);
    await atRenter.until(has("message_receipts"));
    expect((await shown(renter)).other).toMatchObject({ deliveredSequence: 2, readSequence: 0, readAt: null });
    expect((await shown(owner)).unreadCount).toBe(2);
    expect((await read(owner, 99)).body).toEqual({ unreadCount: 0 });
    await atRenter.until(has("message_receipts", 2));
    // The reader's other windows update their counts.
    await atOwner.until(has("messages_read", 2));
    const [stored] = await database().db.select().from(messages).where(eq(messages.id, message.id));
    expect(stored).toMatchObject({ isRead: true, readAt: expect.any(Date), deliveredAt: expect.any(Date) });
    const readAt = stored?.readAt?.toISOString();
    expect((await shown(renter)).other).toMatchObject({ deliveredSequence: 2, readSequence: 2, readAt });
    // Nobody learns when they read what the other person wrote.
    expect((await shown(owner)).other.readAt).toBeNull();
    // A later message that isn't read yet changes nothing.
    const later = await send(renter, "Or Tuesday?");
    expect((await shown(renter)).other.readAt).toBe(readAt);
    // When it is read, its time counts, not that of an earlier one.
    await database().db.execute(sql`
      update messages set read_at = read_at - interval '1 hour' where conversation_id = ${message.conversationId}`);
    await read(owner, 99);
    const [last] = await database().db.select().from(messages).where(eq(messages.id, later.id));
    expect((await shown(renter)).other.readAt).toBe(last?.readAt?.toISOString());
  });

  test("[DATA-10] live messages count as delivered when they are read before the device confirmed them", async () => {
    const message = await send(renter, "And on Monday?");
    expect((await read(owner, 1)).body).toEqual({ unreadCount: 1 });
    expect(await shown(owner)).toMatchObject({ readSequence: 1, unreadCount: 1, lastSequence: 2 });
    expect((await shown(renter)).other).toMatchObject({ deliveredSequence: 1, readSequence: 1 });
    await read(owner, 2);
    expect((await shown(renter)).other).toMatchObject({ deliveredSequence: 2, readSequence: 2 });
    const { rows } = await database().db.execute(sql`
      select is_read, delivered_at = read_at as is_delivered from messages where id = ${message.id}`);
    expect(rows).toEqual([{ is_read: true, is_delivered: true }]);
  });

  test("live messages resume by sequence in another process, without losses or duplicates", async () => {
    const before = await follow(0, owner);
    await send(renter, "2");
    await before.until(has("message_created"));
    const lastId = before.lastId();
    before.close();
    for (const n of [3, 4, 5]) await send(renter, String(n), { server: 1 });
    const after = await follow(1, owner, lastId);
    await after.until(has("message_created", 3));
    expect(
      after.events.filter(of("message_created")).map(({ data }) => (data as { sequence: number }).sequence),
    ).toEqual([3, 4, 5]);
    expect((await messagesOf(owner, { after: "2" }, 1)).map(({ sequence, content }) => [sequence, content])).toEqual([
      [3, "3"],
      [4, "4"],
      [5, "5"],
    ]);
  });

  test("live messages are numbered without gaps when both people write at once, and stored once when sent twice", async () => {
    const ids = Array.from({ length: 10 }, () => newId());
    await Promise.all(
      ids.flatMap((messageId, index) => {
        const person = index % 2 === 0 ? renter : owner;
        return [0, 1].map((server) => send(person, `Message ${index}`, { messageId, server }));
      }),
    );
    const sequences = (await messagesOf(renter)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    const params = { conversationId, messageId: ids[0] ?? "" };
    const again = { params, body: { content: "Other words" }, headers: renter.headers };
    expect((await callExpectingError(originOf(0), contract.sendMessage, again)).error.code).toBe("id_reused");
  });

  test("live messages come in pages before or after a sequence", async () => {
    for (const n of [2, 3, 4, 5]) await send(renter, String(n));
    const numbers = async (query: Record<string, string>) =>
      (await messagesOf(owner, query)).map(({ sequence }) => sequence);
    expect(await numbers({ limit: "2" })).toEqual([4, 5]);
    expect(await numbers({ limit: "2", before: "4" })).toEqual([2, 3]);
    expect(await numbers({ limit: "2", after: "2" })).toEqual([3, 4]);
  });

  test("live messages show a person as offline who never came, or left a few minutes ago", async () => {
    owner = await joinAs("Kim");
    conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: owner.id });
    expect((await shown(renter)).other.isOnline).toBe(false);
    const seen = (ago: string) =>
      database().db.execute(sql`
        insert into user_online_status (user_id, last_seen_at) values (${owner.id}, now() - ${ago}::interval)
        on conflict (user_id) do update set last_seen_at = excluded.last_seen_at`);
    await seen("0");
    expect((await shown(renter)).other.isOnline).toBe(true);
    await seen("3 minutes");
    expect((await shown(renter)).other.isOnline).toBe(false);
  });

  test("live messages show no typing where nobody may write", async () => {
    const reader = await follow(1, renter);
    const type = () => call(originOf(0), contract.showTyping, { params: { conversationId }, headers: owner.headers });
    await update(renter, { isBlocked: true });
    await type();
    await update(renter, { isBlocked: false });
    await reader.until(has("conversation_changed", 2));
    expect(reader.events.filter(of("typing"))).toEqual([]);
  });

  test("live messages show when the other person is typing or online, unless they hide it", async () => {
    const showTyping = () =>
      call(originOf(0), contract.showTyping, { params: { conversationId }, headers: owner.headers });
    const setShown = (showsOnline: boolean) =>
      call(originOf(0), contract.updateMessageSettings, { body: { showsOnline }, headers: owner.headers });
    const reader = await follow(1, renter);
    await follow(0, owner);
    const isOnlineFor = async (person: Person) => (await shown(person)).other.isOnline;
    await expect.poll(() => isOnlineFor(owner)).toBe(true);
    await expect.poll(() => isOnlineFor(renter)).toBe(true);
    await setShown(false);
    await showTyping();
    expect(await isOnlineFor(renter)).toBeNull();
    // Events arrive in their order, so hidden typing would be here before this message.
    await send(owner, "Yes, on Monday");
    await reader.until(has("message_created"));
    expect(reader.events.filter(of("typing"))).toEqual([]);
    await setShown(true);
    expect(await isOnlineFor(renter)).toBe(true);
    const before = Date.now();
    await showTyping();
    await reader.until(has("typing"));
    const typing = reader.events.find(of("typing"))?.data as { until: string } | undefined;
    expect(Date.parse(typing?.until ?? "")).toBeGreaterThanOrEqual(before + 5 * SECOND);
    expect((await call(originOf(0), contract.getMessageSettings, { headers: owner.headers })).body).toEqual({
      showsOnline: true,
    });
  });
});

describe("contact details", () => {
  const TEXT = "Call 201-555-0199";

  test("[MSG-01] contact details are hidden from the other person until the booking is approved, also from searches", async () => {
    const sent = await send(renter, TEXT);
    expect(sent).toMatchObject({ content: TEXT, hidden: ["phone"] });
    const hidden = { content: "Call [phone number hidden]", hidden: ["phone"] };
    expect((await messagesOf(owner)).at(-1)).toMatchObject(hidden);
    expect((await list(owner)).find(({ id }) => id === conversationId)?.lastMessage).toMatchObject(hidden);
    expect(await list(owner, { search: "201-555" })).toEqual([]);
    await book("pending");
    expect((await messagesOf(owner)).at(-1)).toMatchObject(hidden);
    await database().db.execute(sql`update bookings set status = 'approved' where id in
      (select booking_id from conversations where id = ${conversationId})`);
    expect((await messagesOf(owner)).at(-1)).toMatchObject({ content: TEXT, hidden: [] });
    expect((await shown(owner)).areContactsShown).toBe(true);
  });
});

describe("photos", () => {
  const sendPhoto = async (person: Person, messageId: string, bytes: Buffer) =>
    fetch(`${originOf(0)}/api/conversations/${conversationId}/photos/${messageId}`, {
      method: "POST",
      headers: person.headers,
      body: formWith({ bytes }),
    });

  test("[MSG-01] photos are sent once, from the approval on, and shown to both people only", async () => {
    const [bytes, messageId] = [await jpeg({ width: 30, height: 20 }), newId()];
    expect((await sendPhoto(renter, messageId, bytes)).status).toBe(409);
    await book("approved");
    for (const _ of [1, 2]) {
      const response = await sendPhoto(renter, messageId, bytes);
      expect(await response.json()).toMatchObject({ type: "photo", sequence: 2, photo: { width: 30, height: 20 } });
    }
    const url = (await messagesOf(owner)).at(-1)?.photo?.url ?? "";
    const statusFor = async ({ headers }: Person) => (await fetch(originOf(0) + url, { headers })).status;
    expect([await statusFor(renter), await statusFor(owner)]).toEqual([200, 200]);
    expect(await statusFor(await joinAs("Noah"))).toBe(404);
    expect((await sendPhoto(renter, messageId, await jpeg({ width: 31, height: 20 }))).status).toBe(422);
  });

  test("photos leave no file behind if their upload is interrupted, and keep it once they are sent", async () => {
    await book("approved");
    const messageId = newId();
    await sendPhoto(renter, messageId, await jpeg({ width: 30, height: 20 }));
    const { db } = database();
    const { rows } = await db.execute<{ files_key: string }>(sql`
      select files_key from message_photos where message_id = ${messageId}`);
    const removed: string[] = [];
    const storage = { removeAll: async (key: string) => void removed.push(key) } as unknown as TestApp["storage"];
    const job = deleteMessageFiles({ db, storage });
    for (const key of [rows[0]?.files_key, "private/messages/none"]) {
      if ("run" in job && job.run) await job.run({ payload: { key } } as never, {} as never);
    }
    expect(removed).toEqual(["private/messages/none"]);
  });
});

describe("conversations", () => {
  test("[MSG-01] conversations show each person the item, the booking, the other person and the last message", async () => {
    const names = { lastName: "Vale", profileImageUrl: "/media/people/kim.webp" };
    const id = await createUser(database().db, { firstName: "Kim", ...names });
    owner = { id, headers: asViewer({ id, isAdmin: false, isApproved: true }) };
    const itemId = await createItem(database().db, { ownerId: id, title: "Canary kayak" });
    conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: id, itemId });
    expect(await shown(renter)).toMatchObject({ booking: null, canBlock: true, areContactsShown: false });
    const { id: messageId, createdAt } = await send(owner, "It is blue");
    await book("approved");
    const common = {
      item: { id: itemId, title: "Canary kayak" },
      booking: { status: "approved", startDate: expect.any(String), endDate: expect.any(String) },
      lastSequence: 2,
      canBlock: false,
      areContactsShown: true,
      writeRefusal: null,
      writableUntil: null,
    };
    const lastMessage = { id: messageId, sequence: 2, content: "It is blue", createdAt };
    expect(await shown(renter)).toMatchObject({
      ...common,
      role: "renter",
      other: { id, firstName: "Kim", ...names },
      lastMessage: { ...lastMessage, sender: "other" },
      unreadCount: 1,
    });
    expect(await shown(owner)).toMatchObject({
      ...common,
      role: "owner",
      other: { id: renter.id, firstName: "Omar" },
      lastMessage: { ...lastMessage, sender: "you" },
    });
  });

  test("[MSG-01] conversations are open to their two people only, whoever else asks", async () => {
    const noah = await joinAs("Noah");
    const params = { conversationId, messageId: newId() };
    const attempts = [
      [contract.getConversation, {}],
      [contract.listMessages, {}],
      [contract.sendMessage, { body: { content: "Hello?" } }],
      [contract.markConversationRead, { body: { sequence: 1 } }],
      [contract.showTyping, {}],
      [contract.reportConversation, { body: { reason: "rude" } }],
    ] as const;
    for (const { headers } of [noah, ada]) {
      for (const [endpoint, input] of attempts) {
        expect((await callExpectingError(originOf(0), endpoint, { params, headers, ...input })).status).toBe(404);
      }
    }
    expect(await list(noah)).toEqual([]);
    expect((await messagesOf(renter)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  test("[MSG-01] conversations are listed with the latest message first, and found by their item", async () => {
    const [kim, lee] = [await joinAs("Kim"), await joinAs("Lee")];
    const ids: string[] = [];
    for (const { id } of [kim, lee]) {
      const itemId = await createItem(database().db, { ownerId: id, title: `Kayak of ${id}` });
      conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: id, itemId });
      ids.push(conversationId);
      await send(renter, "Hello?");
    }
    const [first = "", second = ""] = ids;
    const order = async () => (await list(renter)).map(({ id }) => id).filter((id) => ids.includes(id));
    expect(await order()).toEqual([second, first]);
    conversationId = first;
    await send(renter, "Are you there?");
    expect(await order()).toEqual([first, second]);
    expect((await list(renter, { search: `kayak of ${kim.id}` })).map(({ id }) => id)).toEqual([first]);
  });

  test("[MSG-01] [DATA-10] start from a listing, once per renter, and reach the owner with the first message", async () => {
    const itemId = await createItem(database().db, { ownerId: owner.id });
    const contact = async (person: Person) =>
      (await call(originOf(0), contract.contactOwner, { params: { itemId }, headers: person.headers })).body;
    const [first, again] = await Promise.all([contact(renter), contact(renter)]);
    expect(again.id).toBe(first.id);
    conversationId = first.id;
    const isListed = async () => (await list(owner)).some(({ id }) => id === first.id);
    expect(await isListed()).toBe(false);
    await send(renter, "Is it blue?");
    expect(await isListed()).toBe(true);
    expect(await shown(owner)).toMatchObject({ role: "owner", status: "active", booking: null, unreadCount: 1 });
    const own = { params: { itemId }, headers: owner.headers };
    expect((await callExpectingError(originOf(0), contract.contactOwner, own)).status).toBe(403);
    // A completed rental keeps its conversation.
    await book("approved");
    expect((await contact(renter)).id).toBe(first.id);
    await book("closed");
    expect((await contact(renter)).id).not.toBe(first.id);
  });

  test("[MSG-01] conversations are found by text, names and items, and listed in pages", async () => {
    await send(renter, "Do you have a paddle for it?");
    expect(await list(owner, { search: "padd" })).toMatchObject([{ match: "Do you have a paddle for it?" }]);
    expect((await list(owner, { search: "omar", limit: "100" })).map(({ id }) => id)).toContain(conversationId);
    expect(await list(owner, { search: "%" })).toEqual([]);
    const first = await call(originOf(0), contract.listConversations, {
      query: { limit: "1" },
      headers: owner.headers,
    });
    const cursor = new URL(/<(.+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "", "http://x").searchParams.get(
      "cursor",
    );
    const [next] = await list(owner, { limit: "1", cursor: cursor ?? "" });
    expect(first.body[0]?.id).toBe(conversationId);
    expect(next?.id).not.toBe(conversationId);
  });

  test("[MSG-01] conversations leave the inbox when archived, and come back with the next message", async () => {
    await update(owner, { isArchived: true });
    const folders = async () =>
      Promise.all(
        ["inbox", "archived"].map(async (folder) =>
          (await list(owner, { folder })).some(({ id }) => id === conversationId),
        ),
      );
    expect(await folders()).toEqual([false, true]);
    expect((await shown(renter)).status).toBe("active");
    expect((await update(renter, { isArchived: true })).body.status).toBe("archived");
    await send(renter, "One more thing");
    expect(await folders()).toEqual([true, false]);
    expect((await shown(renter)).status).toBe("active");
  });

  test("[MSG-01] conversations can be blocked outside a booking; then nobody writes until it is undone", async () => {
    const atRenter = await follow(1, renter);
    expect((await update(owner, { isBlocked: true })).body).toMatchObject({ status: "blocked", isBlocked: true });
    await atRenter.until(has("conversation_changed"));
    expect((await refusalOf(owner)).message).toBe("You blocked this person. Unblock them to write.");
    expect((await refusalOf(renter)).message).toBe("You can't write in this conversation anymore");
    const itemId = await createItem(database().db, { ownerId: owner.id });
    const other = { params: { itemId }, headers: renter.headers };
    expect((await callExpectingError(originOf(0), contract.contactOwner, other)).error.code).toBe("action_not_allowed");
    await update(owner, { isBlocked: false });
    await send(renter, "Thanks");
    await book("approved");
    const block = { params: { conversationId }, body: { isBlocked: true }, headers: owner.headers };
    expect((await callExpectingError(originOf(0), contract.updateConversation, block)).status).toBe(409);
  });

  test("[MSG-01] conversations close with the dispute window of a completed rental", async () => {
    await book("closed");
    expect(await shown(renter)).toMatchObject({
      writeRefusal: "booking_ended",
      writableUntil: "2020-01-08T00:00:00.000Z",
    });
    expect((await refusalOf(renter)).code).toBe("action_not_allowed");
  });

  test("[MSG-01] conversations can be reported; an admin reads the text, stops the conversation and allows it again", async () => {
    const body = { reason: "payment_outside", notes: "Wants cash" } as const;
    const report = { params: { conversationId }, body, headers: renter.headers };
    await send(owner, "Pay me in cash at 201-555-0199");
    expect((await asAdmin(ada, tasks.readReportedConversation)).status).toBe(404);
    for (const _ of [1, 2]) await call(originOf(0), contract.reportConversation, report);
    const listed = async () =>
      [
        ...(await tasksOf(originOf(0), "reported_conversation", ada.headers)).map(({ details }) => details),
        ...(await call(originOf(0), tasks.listStoppedConversations, { headers: ada.headers })).body,
      ].find(({ id }) => id === conversationId);
    expect(await listed()).toMatchObject({
      reports: [{ by: "renter", ...body }],
      stoppedAt: null,
      allowedActions: ["read", "stop", "allow"],
    });
    const messages = (await (await asAdmin(ada, tasks.readReportedConversation)).json()) as tasks.ReportedMessageView[];
    expect(messages.at(-1)).toMatchObject({ by: "owner", content: "Pay me in cash at 201-555-0199" });

    const decide = async (decision: "stop" | "allow") =>
      (await asAdmin(ada, tasks.decideOnConversation, { decision, reason: "Offers cash" })).status;
    expect(await decide("stop")).toBe(200);
    expect(await listed()).toMatchObject({ stoppedAt: expect.any(String), allowedActions: ["read", "allow"] });
    expect(await shown(owner)).toMatchObject({ status: "blocked", writeRefusal: "stopped" });
    expect((await refusalOf(owner)).message).toContain("Our team stopped this conversation");
    expect(await decide("allow")).toBe(200);
    expect(await listed()).toBeUndefined();
    expect(await shown(renter)).toMatchObject({ status: "active", writeRefusal: null });
    const { rows } = await database().db.execute(sql`
      select action from audit_log where entity_id = ${conversationId} order by created_at, id`);
    expect(rows.map(({ action }) => action)).toEqual([
      "conversation_read",
      "conversation_stopped",
      "conversation_allowed",
    ]);
    expect(await noticesOf(renter)).toEqual(["We read the conversation you reported"]);
    expect(await noticesOf(ada)).toContain("A conversation was reported");
  });

  test("[MSG-01] conversations show their photos to an admin only after a report, and the audit log names each look", async () => {
    await book("approved");
    const messageId = newId();
    const address = `${originOf(0)}/api/conversations/${conversationId}/photos/${messageId}`;
    const body = formWith({ bytes: await jpeg({ width: 30, height: 20 }) });
    expect((await fetch(address, { method: "POST", headers: renter.headers, body })).status).toBe(200);
    const look = async ({ headers }: Person) => (await fetch(address, { headers })).status;
    const looks = async () => {
      const { rows } = await database().db.execute(sql`
        select actor_id, details from audit_log where entity_id = ${conversationId}
          and action = 'conversation_photo_viewed'`);
      return rows;
    };
    expect(await look(ada)).toBe(404);
    const report = { params: { conversationId }, body: { reason: "unsafe" }, headers: renter.headers };
    await call(originOf(0), contract.reportConversation, report);
    expect([await look(renter), await look(owner)]).toEqual([200, 200]);
    expect(await looks()).toEqual([]);
    expect(await look(ada)).toBe(200);
    expect(await looks()).toEqual([{ actor_id: ada.id, details: { messageId } }]);
  });

  test("[MSG-01] conversations tell admins of their first open report only", async () => {
    const told = async () => (await noticesOf(ada)).filter((title) => title === "A conversation was reported").length;
    const before = await told();
    for (const { headers } of [renter, renter, owner]) {
      const report = { params: { conversationId }, body: { reason: "rude" as const }, headers };
      await call(originOf(0), contract.reportConversation, report);
    }
    expect(await told()).toBe(before + 1);
  });

  test("[MSG-01] involving an admin are decided by another one", async () => {
    const [own, other] = [await joinAs("Ines", true), await joinAs("Noor", true)];
    conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: own.id });
    const report = { params: { conversationId }, body: { reason: "rude" as const }, headers: renter.headers };
    await call(originOf(0), contract.reportConversation, report);
    expect((await asAdmin(own, tasks.readReportedConversation)).status).toBe(403);
    expect((await asAdmin(other, tasks.readReportedConversation)).status).toBe(200);
  });

  const suspend = (at: string) =>
    database().db.execute(sql`
    update users set suspended_at = nullif(${at}, '')::timestamptz where id = ${owner.id}`);
  const decide = (decision: "stop" | "allow") =>
    asAdmin(ada, tasks.decideOnConversation, { decision, reason: "As reported" });
  test.each<[string, string, () => Promise<unknown>, () => Promise<unknown>]>([
    ["blocked", "6 minutes", () => update(renter, { isBlocked: true }), () => update(renter, { isBlocked: false })],
    ["stopped", "6 minutes", () => decide("stop"), () => decide("allow")],
    ["with a suspended person", "6 minutes", () => suspend("now()"), () => suspend("")],
    ["left for more than 14 days", "15 days", async () => undefined, async () => undefined],
  ])("[MSG-01] [DATA-10] %s, tell nobody of their unread messages", async (_, age, begin, end) => {
    const lena = await joinAs("Lena");
    owner = lena;
    conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: lena.id });
    await send(renter, "One");
    const report = { params: { conversationId }, body: { reason: "rude" as const }, headers: lena.headers };
    await call(originOf(0), contract.reportConversation, report);
    const { db } = database();
    const pass = async (time: string) => {
      await db.execute(sql`update conversation_members set last_message_at = app_now() - ${time}::interval
        where conversation_id = ${conversationId}`);
      await notifyOfUnreadMessages(db, "https://nexby.example");
    };
    const ofMessages = async () => (await noticesOf(lena)).filter((title) => /message/.test(title));
    await begin();
    await pass(age);
    expect(await ofMessages()).toEqual([]);
    // The same messages are worth a notice otherwise.
    await end();
    await pass("6 minutes");
    expect(await ofMessages()).toHaveLength(1);
  });

  test("[MSG-01] conversations tell everyone who is away of their unread messages", async () => {
    const { db } = database();
    const away = [await joinAs("Lena"), await joinAs("Mia")];
    for (const person of away) {
      conversationId = await createConversation(db, { renterId: renter.id, ownerId: person.id });
      await send(renter, "One");
      await db.execute(sql`update conversation_members set last_message_at = app_now() - interval '6 minutes'
        where conversation_id = ${conversationId}`);
    }
    await notifyOfUnreadMessages(db, "https://nexby.example");
    for (const person of away) {
      expect((await noticesOf(person)).filter((title) => /message/.test(title))).toHaveLength(1);
    }
  });

  test("[MSG-01] conversations count unread messages, and tell a person who is away once per absence, by mail too", async () => {
    const lena = await joinAs("Lena");
    owner = lena;
    conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: lena.id });
    const { db } = database();
    const countFor = async ({ headers }: Person) =>
      (await call(originOf(0), contract.countUnreadMessages, { headers })).body.count;
    const seen = (ago: string) =>
      db.execute(sql`insert into user_online_status (user_id, last_seen_at) values (${lena.id}, now() - ${ago}::interval)
        on conflict (user_id) do update set last_seen_at = excluded.last_seen_at`);
    /** The last message is this old, and the job runs. */
    const pass = async (time: string) => {
      await db.execute(sql`update conversation_members set last_message_at = app_now() - ${time}::interval
        where conversation_id = ${conversationId}`);
      await notifyOfUnreadMessages(db, "https://nexby.example");
    };
    await read(lena, 1);
    expect(await countFor(lena)).toBe(0);
    // Online when it arrives; the laptop is closed right after.
    await seen("0");
    for (const text of ["One", "Two"]) await send(renter, text);
    expect(await countFor(lena)).toBe(2);
    await pass("6 minutes");
    await seen("2 minutes");
    await pass("4 minutes");
    expect(await noticesOf(lena)).toEqual([]);
    for (const _ of [1, 2]) await pass("6 minutes");
    await send(renter, "Three");
    await pass("6 minutes");
    expect(await noticesOf(lena)).toEqual(["2 new messages from Omar"]);
    const { rows } = await db.execute(sql`
      select subject, body from outgoing_messages where recipient = (select email from users where id = ${lena.id})`);
    expect(rows).toEqual([
      {
        subject: "2 new messages from Omar",
        body: expect.stringContaining(`https://nexby.example/messages?conversation=${conversationId}`),
      },
    ]);

    // Back for a moment, and away again. What was read needs no mail, and no mark in the bell.
    const unread = () => db.execute(sql`select 1 from notifications where user_id = ${lena.id} and not is_read`);
    expect((await unread()).rowCount).toBe(1);
    await read(lena, 99);
    expect((await unread()).rowCount).toBe(0);
    await db.execute(sql`update conversation_members set notified_at = now() - interval '1 hour'
      where conversation_id = ${conversationId}`);
    await pass("6 minutes");
    expect(await noticesOf(lena)).toHaveLength(1);
    await send(renter, "Four");
    await pass("6 minutes");
    expect(await noticesOf(lena)).toEqual(["2 new messages from Omar", "New message from Omar"]);
  });
});
