import * as contract from "@nexby/contract/messaging/conversations";
import { MASKING_VERSION } from "@nexby/domain/messaging/mask-contacts";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { messages } from "../../../schema/messaging.ts";
import { call } from "../../../testing/call.ts";
import { createConversation, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { maskOlderMessages } from "../masked-messages.ts";

const database = useTestDatabase();
let app: TestApp;
let conversationId = "";
const people = { renter: "", owner: "" };
type Role = keyof typeof people;

beforeAll(async () => {
  const { db } = database();
  people.renter = await createUser(db, { firstName: "Omar" });
  people.owner = await createUser(db, { firstName: "Maya" });
  app = await startTestApp({ db });
});
beforeEach(async () => {
  const { renter, owner } = people;
  conversationId = await createConversation(database().db, { renterId: renter, ownerId: owner });
  await database().db.delete(messages).where(eq(messages.conversationId, conversationId));
});
afterAll(() => app.close());

const as = (role: Role) => ({
  params: { conversationId },
  headers: asViewer({ id: people[role], isAdmin: false, isApproved: true }),
});
const send = async (role: Role, content: string) => {
  const input = { ...as(role), params: { conversationId, messageId: newId() }, body: { content } };
  return (await call(app.origin, contract.sendMessage, input)).body;
};
const readBy = async (role: Role) =>
  (await call(app.origin, contract.listMessages, as(role))).body.map(({ content, hidden }) => ({ content, hidden }));
const storedRows = () =>
  database()
    .db.select({
      content: messages.content,
      maskedContent: messages.maskedContent,
      maskedKinds: messages.maskedKinds,
      maskingVersion: messages.maskingVersion,
    })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.sequence));
const insert = (content: string, sequence: number, stored: object = {}) =>
  database()
    .db.insert(messages)
    .values({ conversationId, senderId: people.renter, recipientId: people.owner, sequence, content, ...stored });

const HIDDEN = "[phone number hidden]";

test("[MSG-01] a message is masked once, when it is stored, beside its original text", async () => {
  await send("renter", "Call 201-555-0199");
  await send("renter", "It's 10 x 12 ft");
  const version = { maskingVersion: MASKING_VERSION };
  expect(await storedRows()).toEqual([
    { content: "Call 201-555-0199", maskedContent: `Call ${HIDDEN}`, maskedKinds: ["phone"], ...version },
    { content: "It's 10 x 12 ft", maskedContent: null, maskedKinds: [], ...version },
  ]);
  // What is shown is what was stored.
  await database()
    .db.update(messages)
    .set({ maskedContent: "stored", maskedKinds: ["link"] })
    .where(eq(messages.conversationId, conversationId));
  expect(await readBy("owner")).toEqual([
    { content: "stored", hidden: ["link"] },
    { content: "stored", hidden: ["link"] },
  ]);
});

test("[MSG-01] a number split over a sender's messages is hidden in each, whatever the other person writes between", async () => {
  await send("renter", "My number is 201");
  await send("owner", "OK?");
  await send("renter", "555");
  const last = await send("renter", "0199");
  expect(last).toMatchObject({ content: "0199", hidden: ["phone"] });
  expect((await readBy("owner")).map(({ content }) => content)).toEqual([
    `My number is ${HIDDEN}`,
    "OK?",
    HIDDEN,
    HIDDEN,
  ]);
  expect((await readBy("renter")).map(({ content }) => content)).toEqual(["My number is 201", "OK?", "555", "0199"]);
});

test("[MSG-01] two people's messages make no number together", async () => {
  await send("renter", "201");
  await send("owner", "555");
  await send("renter", "Is 5 PM fine?");
  await send("owner", "0199");
  expect((await readBy("owner")).map(({ content }) => content)).toEqual(["201", "555", "Is 5 PM fine?", "0199"]);
});

test("[MSG-01] older messages are masked when read, and stored by the job under the current rules", async () => {
  await insert("Find me on WhatsApp", 1);
  await insert("201", 2);
  await insert("555-0199", 3);
  await insert("Call 201-555-0188", 4, { maskedContent: "older rules" });
  await insert("The rental has started. Call 201-555-0177", 5, { senderId: null, messageType: "system" });
  const elsewhere = "Find me on [contact elsewhere hidden]";
  const event = { content: "The rental has started. Call 201-555-0177", hidden: [] };
  expect((await readBy("owner"))[0]).toEqual({ content: elsewhere, hidden: ["handle"] });
  expect((await readBy("owner"))[3]).toEqual({ content: `Call ${HIDDEN}`, hidden: ["phone"] });
  expect((await readBy("owner"))[4]).toEqual(event);

  await maskOlderMessages(database().db);
  expect((await storedRows()).map((row) => row.maskingVersion)).toEqual(Array(5).fill(MASKING_VERSION));
  expect(await readBy("owner")).toEqual([
    { content: elsewhere, hidden: ["handle"] },
    { content: HIDDEN, hidden: ["phone"] },
    { content: HIDDEN, hidden: ["phone"] },
    { content: `Call ${HIDDEN}`, hidden: ["phone"] },
    event,
  ]);
  expect((await readBy("renter")).map(({ content }) => content)).toContain("Call 201-555-0188");
});

test("[MSG-01] the job masks at most 500 messages of a conversation at a time, until none is left", async () => {
  const rows = Array.from({ length: 510 }, (_, index) => ({
    ...{ conversationId, senderId: people.renter, recipientId: people.owner },
    ...{ sequence: index + 1, content: "Is it free on Sunday?" },
  }));
  await database().db.insert(messages).values(rows);
  const versions = async () => (await storedRows()).filter((row) => row.maskingVersion === MASKING_VERSION).length;
  await maskOlderMessages(database().db);
  expect(await versions()).toBe(500);
  await maskOlderMessages(database().db);
  expect(await versions()).toBe(510);
});
