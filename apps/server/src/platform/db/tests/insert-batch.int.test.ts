import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { conversations, messages } from "../../../schema/messaging.ts";
import { realtimeEvents } from "../../../schema/platform.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { newId } from "../../ids.ts";
import { insertBatch, insertOf } from "../statements.ts";

const database = useTestDatabase();

async function newConversation() {
  const { db } = database();
  const [ownerId, renterId] = [await createUser(db), await createUser(db)];
  const conversation = {
    id: newId(),
    itemId: await createItem(db, { ownerId }),
    ownerId,
    renterId,
    bookingId: newId(),
  };
  const message = { id: newId(), conversationId: conversation.id, senderId: renterId, content: "Hello" };
  return { conversation, message };
}
const eventsFor = (audience: string) =>
  database().db.select().from(realtimeEvents).where(eq(realtimeEvents.audience, audience));

test("inserts rows that reference each other, in any order", async () => {
  const { db } = database();
  const { conversation, message } = await newConversation();
  await insertBatch(db, [insertOf(messages, message), insertOf(conversations, conversation)]);
  expect(await db.select().from(messages).where(eq(messages.id, message.id))).toMatchObject([message]);
});

test("inserts no row when one is rejected", async () => {
  const { db } = database();
  const { conversation, message } = await newConversation();
  const orphan = { ...message, conversationId: newId() };
  await expect(insertBatch(db, [insertOf(conversations, conversation), insertOf(messages, orphan)])).rejects.toThrow();
  expect(await db.select().from(conversations).where(eq(conversations.id, conversation.id))).toEqual([]);
});

test("stores nulls, defaults and every kind of value unchanged, also when repeated and in a transaction", async () => {
  const { db } = database();
  const instant = new Date("2031-05-06T07:08:09.123Z");
  for (const data of [{ text: 'it\'s "quoted"', none: null, list: [1, 2] }, {}]) {
    const { conversation } = await newConversation();
    const audience = newId();
    await db.transaction((tx) =>
      insertBatch(tx, [
        insertOf(conversations, { ...conversation, lastMessageAt: null, createdAt: instant }),
        insertOf(realtimeEvents, { audience, type: "tried", data }),
      ]),
    );
    const [row] = await db.select().from(conversations).where(eq(conversations.id, conversation.id));
    expect(row).toMatchObject({ lastMessageAt: null, createdAt: instant, bookingId: conversation.bookingId });
    expect(await eventsFor(audience)).toMatchObject([{ type: "tried", data }]);
  }
  const { rows } = await db.execute(sql`select count(*)::int from conversations where last_message_at is not null`);
  expect(rows).toEqual([{ count: 0 }]);
});
