import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { conversations, messages } from "../../../schema/messaging.ts";
import { realtimeEvents } from "../../../schema/platform.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { newId } from "../../ids.ts";
import { openDatabase, sqlStateOf } from "../db.ts";
import { insertBatch, insertOf } from "../statements.ts";

const database = useTestDatabase();

/** A database with a single connection, and the server process behind it. */
function openSingle() {
  const { db, close } = openDatabase({ url: database().url, poolSize: 1, onIdleError: () => undefined });
  onTestFinished(close);
  const processOf = async () => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return rows[0]?.pid;
  };
  return { db, processOf };
}

test("the database pool keeps the connection after a rejected statement", async () => {
  const { db, processOf } = openSingle();
  const before = await processOf();
  const error = await db.execute(sql`select 1 / 0`).catch((reason: unknown) => reason);
  expect(sqlStateOf(error)).toBe("22012");
  expect(await processOf()).toBe(before);
});

test("the database pool opens a new connection after the server has ended one in the middle of a statement", async () => {
  const { db, processOf } = openSingle();
  const before = await processOf();
  await expect(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow();
  expect(await processOf()).not.toBe(before);
});

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
  const message = { id: newId(), conversationId: conversation.id, senderId: renterId, sequence: 1, content: "Hello" };
  return { conversation, message };
}
const eventsFor = (audience: string) =>
  database().db.select().from(realtimeEvents).where(eq(realtimeEvents.audience, audience));

test("a batch inserts rows that reference each other, in any order", async () => {
  const { db } = database();
  const { conversation, message } = await newConversation();
  await insertBatch(db, [insertOf(messages, message), insertOf(conversations, conversation)]);
  expect(await db.select().from(messages).where(eq(messages.id, message.id))).toMatchObject([message]);
});

test("a batch inserts no row when one is rejected", async () => {
  const { db } = database();
  const { conversation, message } = await newConversation();
  const orphan = { ...message, conversationId: newId() };
  await expect(insertBatch(db, [insertOf(conversations, conversation), insertOf(messages, orphan)])).rejects.toThrow();
  expect(await db.select().from(conversations).where(eq(conversations.id, conversation.id))).toEqual([]);
});

test("the database pool stores nulls, defaults and every kind of value unchanged, also when repeated and in a transaction", async () => {
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
