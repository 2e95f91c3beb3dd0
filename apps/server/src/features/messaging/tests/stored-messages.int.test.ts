import * as contract from "@nexby/contract/messaging/conversations";
import { REPORT_REASONS } from "@nexby/domain/messaging/conversations";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { tasksOf } from "../../../testing/admin-tasks.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { createConversation, createItem, createUser } from "../../../testing/factories.ts";
import { formWith, jpeg } from "../../../testing/listings/good-files.ts";
import { inLines, storedRows } from "../../../testing/stored-records.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

test("[MSG-01] all that is stored and shown of a conversation with a message, a photo, a reading and a report", async () => {
  const { db } = database();
  const joinAs = async (firstName: string, isAdmin = false) => {
    const id = await createUser(db, { firstName, isAdmin });
    return { id, headers: asViewer({ id, isAdmin, isApproved: true }) };
  };
  const [renter, owner, admin] = [await joinAs("Omar"), await joinAs("Maya"), await joinAs("Ada", true)];
  const itemId = await createItem(db, { ownerId: owner.id, title: "Canary kayak" });
  const conversationId = await createConversation(db, { renterId: renter.id, ownerId: owner.id, itemId });
  const people = { renterId: renter.id, ownerId: owner.id };
  const { id: bookingId } = await createBooking(db, { itemId, ...people, status: "approved" });
  await db.execute(sql`update conversations set booking_id = ${bookingId} where id = ${conversationId}`);
  const params = { conversationId };
  const [textId, photoId] = [newId(), newId()];
  const body = { content: "Sure, come at nine" };
  await call(app.origin, contract.sendMessage, {
    headers: owner.headers,
    params: { ...params, messageId: textId },
    body,
  });
  const form = formWith({ bytes: await jpeg({ width: 30, height: 20 }), name: "photo.jpg" });
  const address = `${app.origin}/api/conversations/${conversationId}/photos/${photoId}`;
  await fetch(address, { method: "POST", headers: renter.headers, body: form });
  await call(app.origin, contract.markConversationRead, { headers: owner.headers, params, body: { sequence: 3 } });
  await call(app.origin, contract.confirmDelivery, { headers: renter.headers });
  const report = { reason: REPORT_REASONS[0], notes: "Look at this" };
  await call(app.origin, contract.reportConversation, { headers: renter.headers, params, body: report });

  const names = {
    ...{ [renter.id]: "renter", [owner.id]: "owner", [admin.id]: "admin", [itemId]: "item", [bookingId]: "booking" },
    ...{ [conversationId]: "conversation", [textId]: "the text", [photoId]: "the photo" },
  };
  const shownTo = async ({ headers }: typeof renter) => {
    const shown = (await call(app.origin, contract.getConversation, { headers, params })).body;
    expect((await call(app.origin, contract.listConversations, { headers })).body).toEqual([shown]);
    return inLines([shown, ...(await call(app.origin, contract.listMessages, { headers, params })).body], names);
  };
  expect(await shownTo(renter)).toMatchInlineSnapshot(`
    [
      "id: conversation, role: renter, status: active, item: {"id":"item","title":"Canary kayak","cover":null,"placeholder":null}, booking: {"id":"booking","status":"approved","startDate":"a day","endDate":"a day"}, other: {"id":"owner","firstName":"Maya","lastName":"Vale","profileImageUrl":null,"isOnline":false,"deliveredSequence":3,"readSequence":3,"readAt":"a time"}, lastMessage: {"id":"the photo","conversationId":"conversation","sequence":3,"type":"photo","sender":"you","content":"Photo","hidden":[],"photo":{"url":"/api/conversations/conversation/photos/the photo","width":30,"height":20,"placeholder":"a value"},"createdAt":"a time"}, lastSequence: 3, readSequence: 0, unreadCount: 1, match: null, areContactsShown: true, isArchived: false, isBlocked: false, canBlock: false, blockRefusal: You can block this person when your booking with them is over. Report a problem instead., writeRefusal: null, writableUntil: null",
      "id: an id, conversationId: conversation, sequence: 1, type: text, sender: you, content: Is it available on Sunday?, hidden: [], photo: null, createdAt: a time",
      "id: the text, conversationId: conversation, sequence: 2, type: text, sender: other, content: Sure, come at nine, hidden: [], photo: null, createdAt: a time",
      "id: the photo, conversationId: conversation, sequence: 3, type: photo, sender: you, content: Photo, hidden: [], photo: {"url":"/api/conversations/conversation/photos/the photo","width":30,"height":20,"placeholder":"a value"}, createdAt: a time",
    ]
  `);
  expect(await shownTo(owner)).toMatchInlineSnapshot(`
    [
      "id: conversation, role: owner, status: active, item: {"id":"item","title":"Canary kayak","cover":null,"placeholder":null}, booking: {"id":"booking","status":"approved","startDate":"a day","endDate":"a day"}, other: {"id":"renter","firstName":"Omar","lastName":"Vale","profileImageUrl":null,"isOnline":false,"deliveredSequence":3,"readSequence":0,"readAt":null}, lastMessage: {"id":"the photo","conversationId":"conversation","sequence":3,"type":"photo","sender":"other","content":"Photo","hidden":[],"photo":{"url":"/api/conversations/conversation/photos/the photo","width":30,"height":20,"placeholder":"a value"},"createdAt":"a time"}, lastSequence: 3, readSequence: 3, unreadCount: 0, match: null, areContactsShown: true, isArchived: false, isBlocked: false, canBlock: false, blockRefusal: You can block this person when your booking with them is over. Report a problem instead., writeRefusal: null, writableUntil: null",
      "id: an id, conversationId: conversation, sequence: 1, type: text, sender: other, content: Is it available on Sunday?, hidden: [], photo: null, createdAt: a time",
      "id: the text, conversationId: conversation, sequence: 2, type: text, sender: you, content: Sure, come at nine, hidden: [], photo: null, createdAt: a time",
      "id: the photo, conversationId: conversation, sequence: 3, type: photo, sender: other, content: Photo, hidden: [], photo: {"url":"/api/conversations/conversation/photos/the photo","width":30,"height":20,"placeholder":"a value"}, createdAt: a time",
    ]
  `);
  const reported = await tasksOf(app.origin, "reported_conversation", admin.headers);
  expect(inLines(reported, names)).toMatchInlineSnapshot(`
    [
      "kind: reported_conversation, id: conversation, since: a time, due: null, moneyAtStakeCents: null, link: /my-bookings/booking, noDecision: null, subject: {"bookingId":"booking","item":{"id":"item","title":"Canary kayak"},"renter":{"id":"renter","firstName":"Omar","lastName":"Vale","isSuspended":false},"owner":{"id":"owner","firstName":"Maya","lastName":"Vale","isSuspended":false}}, decisions: ["read","stop","allow"], details: {"id":"conversation","item":{"id":"item","title":"Canary kayak"},"bookingId":"booking","renter":{"id":"renter","firstName":"Omar","lastName":"Vale","isSuspended":false},"owner":{"id":"owner","firstName":"Maya","lastName":"Vale","isSuspended":false},"reports":[{"by":"renter","reason":"spam","notes":"Look at this","createdAt":"a time"}],"stoppedAt":null,"allowedActions":["read","stop","allow"]}",
    ]
  `);
  const rowsOf = (table: string, where = sql`conversation_id = ${conversationId}`, order = "created_at, id") =>
    storedRows(db, { table, where, names, order, except: ["masking_version"] });
  expect(await rowsOf("conversations", sql`id = ${conversationId}`)).toMatchInlineSnapshot(`
    [
      "status: active, item_id: item, owner_id: owner, renter_id: renter, booking_id: booking, created_at: a time, last_sequence: 3, last_message_at: a time",
    ]
  `);
  expect(await rowsOf("conversation_members", undefined, "role")).toMatchInlineSnapshot(`
    [
      "role: owner, user_id: owner, is_blocked: false, is_archived: false, unread_count: 0, read_sequence: 3, conversation_id: conversation, last_message_at: a time, delivered_sequence: 3",
      "role: renter, user_id: renter, is_blocked: false, is_archived: false, unread_count: 1, read_sequence: 0, conversation_id: conversation, last_message_at: a time, delivered_sequence: 3",
    ]
  `);
  expect(await rowsOf("messages", undefined, "sequence")).toMatchInlineSnapshot(`
    [
      "content: Is it available on Sunday?, is_read: true, read_at: a time, sequence: 1, sender_id: renter, created_at: a time, delivered_at: a time, masked_kinds: [], message_type: text, recipient_id: owner, conversation_id: conversation, is_request_message: false",
      "content: Sure, come at nine, is_read: false, sequence: 2, sender_id: owner, created_at: a time, delivered_at: a time, masked_kinds: [], message_type: text, recipient_id: renter, conversation_id: conversation, is_request_message: false",
      "content: Photo, is_read: true, read_at: a time, sequence: 3, sender_id: renter, created_at: a time, delivered_at: a time, masked_kinds: [], message_type: photo, recipient_id: owner, conversation_id: conversation, is_request_message: false",
    ]
  `);
  expect(await rowsOf("message_photos", sql`message_id = ${photoId}`, "message_id")).toMatchInlineSnapshot(`
    [
      "width: 30, height: 20, sha256: a value, files_key: evidence/messages/an id, message_id: the photo, placeholder: a value",
    ]
  `);
  expect(await rowsOf("conversation_reports")).toMatchInlineSnapshot(`
    [
      "notes: Look at this, reason: spam, user_id: renter, created_at: a time, conversation_id: conversation",
    ]
  `);
  expect(await rowsOf("audit_log", sql`entity_id = ${conversationId}`)).toMatchInlineSnapshot(`[]`);
  expect(await rowsOf("notifications", sql`user_id = ${admin.id}`)).toMatchInlineSnapshot(`
    [
      "data: {}, kind: admin_conversation_reported, type: system, title: A conversation was reported, is_read: false, message: Read the report and the messages, then stop the conversation or allow it., user_id: admin, action_url: /admin?view=tasks, created_at: a time",
    ]
  `);
  const { rows: events } = await db.execute(sql`
    select audience, type, data from realtime_events`);
  expect(inLines(events, names).toSorted()).toMatchInlineSnapshot(`
    [
      "audience: nobody, type: beginning, data: {}",
      "audience: user:admin, type: notification_created, data: {"id":"an id"}",
      "audience: user:owner, type: message_created, data: {"isForYou":false,"sequence":2,"conversationId":"conversation"}",
      "audience: user:owner, type: message_created, data: {"isForYou":true,"sequence":3,"conversationId":"conversation"}",
      "audience: user:owner, type: message_receipts, data: {"read":0,"delivered":3,"conversationId":"conversation"}",
      "audience: user:owner, type: messages_read, data: {"conversationId":"conversation"}",
      "audience: user:renter, type: message_created, data: {"isForYou":false,"sequence":3,"conversationId":"conversation"}",
      "audience: user:renter, type: message_created, data: {"isForYou":true,"sequence":2,"conversationId":"conversation"}",
      "audience: user:renter, type: message_receipts, data: {"read":3,"delivered":3,"conversationId":"conversation"}",
      "audience: user:renter, type: messages_read, data: {"conversationId":"conversation"}",
    ]
  `);
});
