import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { findFirstMessages, startConversation } from "../conversations.ts";

const database = useTestDatabase();
let participants: { itemId: string; renterId: string; ownerId: string };
beforeAll(async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  participants = { itemId: await createItem(db, { ownerId }), renterId: await createUser(db), ownerId };
});

const start = (bookingId: string, message: string) =>
  database().db.transaction((tx) => startConversation(tx, { ...participants, bookingId, message }));
const messagesOf = async (bookingId: string) => {
  const { rows } = await database().db.execute(sql`
    select sender_id, content, is_read, last_message_at = messages.created_at as is_last
    from conversations left join messages on conversation_id = conversations.id where conversations.booking_id = ${bookingId}`);
  return rows;
};

test("[MSG-01] [DATA-10] a conversation stores the renter's request message as the first message, once", async () => {
  const bookingId = newId();
  await start(bookingId, " Is it yellow?\n");
  await expect(start(bookingId, "Again")).rejects.toThrow();
  expect(await messagesOf(bookingId)).toEqual([
    { sender_id: participants.renterId, content: "Is it yellow?", is_read: false, is_last: true },
  ]);
});

test.each(["", " \n", "\u0085", "\u00a0"])(
  "[MSG-01] a request starts the conversation without a message for %j",
  async (blank) => {
    const bookingId = newId();
    await start(bookingId, blank);
    expect(await messagesOf(bookingId)).toEqual([{ sender_id: null, content: null, is_read: null, is_last: null }]);
  },
);

test("[MSG-01] [DATA-10] the query finds the request messages of many bookings, not messages sent at the same time or later", async () => {
  const { db } = database();
  const [withMessage, withoutMessage] = [newId(), newId()];
  await start(withMessage, "Call 201-555-0199");
  await start(withoutMessage, "");
  await db.execute(sql`
    insert into messages (conversation_id, booking_id, sequence, sender_id, content, created_at)
    select id, booking_id, 1 + row_number() over (partition by id), sender, 'Another message', sent_at from conversations
    cross join unnest(array[renter_id, owner_id]) as sender
    cross join unnest(array[created_at, created_at + interval '1 hour']) as sent_at
    where booking_id in (${withMessage}, ${withoutMessage})`);
  expect(await findFirstMessages(db, [withMessage, withoutMessage, newId()])).toEqual(
    new Map([[withMessage, { content: "Call 201-555-0199", masked: "Call [phone number hidden]" }]]),
  );
  expect(await findFirstMessages(db, [])).toEqual(new Map());
});
