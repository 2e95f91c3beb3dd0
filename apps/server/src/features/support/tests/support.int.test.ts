import {
  listHelpMessages,
  listReceivedHelpMessages,
  sendHelpMessage,
  updateHelpMessage,
} from "@nexby/contract/content/support";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { describeTable } from "../../../testing/listings/catalogue.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => database().db.execute(sql`truncate throttles`));

const QUESTION = {
  name: "Robin Vale",
  email: "robin@nexby.example",
  subject: "A question",
  message: "Line one\nLine two",
};

describe("support", () => {
  test("[HELP-01] [DATA-13] [ROLE-02] the support stores a signed-in user's message as open with normal priority, and shows it only to them", async () => {
    const headers = asViewer({ id: await createUser(database().db), isAdmin: false, isApproved: false });
    const otherUser = asViewer({ id: await createUser(database().db), isAdmin: false, isApproved: true });
    const { body: sent } = await call(app.origin, sendHelpMessage, { headers, body: QUESTION });
    expect(sent).toMatchObject({
      subject: "A question",
      message: "Line one\nLine two",
      status: "open",
      priority: "normal",
    });
    expect((await call(app.origin, listHelpMessages, { headers })).body).toEqual([sent]);
    expect((await call(app.origin, listHelpMessages, { headers: otherUser })).body).toEqual([]);
  });

  test("[DATA-13] an admin sees who wrote, sets status and priority, and keeps notes that the sender never sees", async () => {
    const adminId = await createUser(database().db, { isAdmin: true, isApproved: true });
    const admin = asViewer({ id: adminId, isAdmin: true, isApproved: true });
    const sender = asViewer({ id: await createUser(database().db), isAdmin: false, isApproved: true });
    const ids: string[] = [];
    for (const subject of ["First", "Second"]) {
      const { body } = await call(app.origin, sendHelpMessage, { headers: sender, body: { ...QUESTION, subject } });
      ids.push(body.id);
    }
    const [first = "", second = ""] = ids;
    const listed = async (group: string) =>
      (
        await call(app.origin, listReceivedHelpMessages, { headers: admin, query: { group, limit: "100" } })
      ).body.filter(({ id }) => ids.includes(id));
    expect((await listed("open")).map(({ id }) => id)).toEqual([first, second]);
    expect((await listed("open"))[0]).toMatchObject({ ...QUESTION, subject: "First", adminNotes: null });

    const update = (messageId: string, body: object) =>
      call(app.origin, updateHelpMessage, { headers: admin, params: { messageId }, body });
    await update(second, { status: "in_progress", priority: "urgent" });
    expect((await listed("open")).map(({ status, priority }) => [status, priority])).toEqual([
      ["open", "normal"],
      ["in_progress", "urgent"],
    ]);
    for (const id of [first, second])
      await update(id, { status: "resolved", priority: "high", adminNotes: "Called back" });
    expect(await listed("open")).toEqual([]);
    expect((await listed("done")).map(({ id, adminNotes }) => [id, adminNotes])).toEqual([
      [second, "Called back"],
      [first, "Called back"],
    ]);
    const { body: own } = await call(app.origin, listHelpMessages, { headers: sender });
    expect(own.map(({ status, priority }) => [status, priority])).toEqual([
      ["resolved", "high"],
      ["resolved", "high"],
    ]);
    expect(JSON.stringify(own)).not.toContain("Called back");
    const { body: cleared } = await update(first, { status: "closed", priority: "high", adminNotes: " " });
    expect(cleared.adminNotes).toBeNull();
    const { rows } = await database().db.execute(sql`
      select actor_id, details from audit_log where entity_id = ${second} order by created_at, id`);
    expect(rows).toEqual([
      expect.objectContaining({ actor_id: adminId }),
      {
        actor_id: adminId,
        details: {
          before: { status: "in_progress", priority: "urgent", adminNotes: null },
          after: { status: "resolved", priority: "high", adminNotes: "Called back" },
        },
      },
    ]);
  });

  test("[DATA-13] an admin's list of messages goes on where a page ended", async () => {
    const admin = asViewer({
      id: await createUser(database().db, { isAdmin: true, isApproved: true }),
      isAdmin: true,
      isApproved: true,
    });
    for (const subject of ["One", "Two", "Three"]) {
      await call(app.origin, sendHelpMessage, { body: { ...QUESTION, subject } });
    }
    const page = (query: Record<string, string>) =>
      call(app.origin, listReceivedHelpMessages, { headers: admin, query });
    const { body: all } = await page({ limit: "100" });
    const first = await page({ limit: "2" });
    const [, cursor = ""] = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "") ?? [];
    expect([...first.body, ...(await page({ limit: "100", cursor })).body]).toEqual(all);
  });

  test("[HELP-01] the support stores a visitor's message and confirms it by mail without quoting it", async () => {
    const email = `${newId()}@nexby.example`;
    await call(app.origin, sendHelpMessage, {
      body: { ...QUESTION, email, message: "Buy now at https://evil.example" },
    });
    const { rows } = await database().db.execute(sql`select user_id, status from help_messages where email = ${email}`);
    expect(rows).toEqual([{ user_id: null, status: "open" }]);
    const mails = await database().db.execute<{ body: string }>(
      sql`select body from outgoing_messages where recipient = ${email}`,
    );
    expect(mails.rows).toHaveLength(1);
    expect(mails.rows[0]?.body).not.toContain("evil.example");
  });

  test.each([
    ["name", { name: " " }, "Name is required"],
    ["email", { email: "robin" }, "Please enter a valid email address"],
    ["subject", { subject: undefined }, "Subject is required"],
    ["message", { message: "" }, "Message is required"],
    ["message", { message: "x".repeat(5001) }, "Please use at most 5,000 characters"],
  ])("the support rejects an invalid %s", async (field, changes, message) => {
    const { status, error } = await callExpectingError(app.origin, sendHelpMessage, {
      body: { ...QUESTION, ...changes },
    });
    expect(status).toBe(400);
    expect(error.details).toEqual([{ field, message }]);
  });

  test("the support accepts ten messages in 15 minutes from one IP address", async () => {
    for (let time = 0; time < 10; time += 1) {
      await call(app.origin, sendHelpMessage, { body: { ...QUESTION, email: `robin${time}@nexby.example` } });
    }
    const { status, headers } = await callExpectingError(app.origin, sendHelpMessage, { body: QUESTION });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("the support sends at most three confirmations an hour to one mailbox, and stores all messages", async () => {
    const behindProxy = await startTestApp({ db: database().db, proxyHops: 1 });
    onTestFinished(() => behindProxy.close());
    const mailbox = newId();
    const send = async (index: number, email: string) => {
      const headers = { "x-forwarded-for": `203.0.113.${index}`, "content-type": "application/json" };
      const body = JSON.stringify({ ...QUESTION, email });
      return (await fetch(behindProxy.origin + sendHelpMessage.path, { method: "POST", headers, body })).status;
    };
    const addresses = ["", "+1", "+2", "", "+more"].map((tag) => `${mailbox}${tag}@nexby.example`);
    for (const [index, email] of addresses.entries()) {
      expect(await send(index, email.replace("nexby", "Nexby"))).toBe(201);
    }
    const countsOf = async (start: string) =>
      (
        await database().db.execute(sql`select
          (select count(*)::int from help_messages where email like ${`${start}%`}) as messages,
          (select count(*)::int from outgoing_messages where recipient like ${`${start}%`}) as mails`)
      ).rows;
    expect(await countsOf(mailbox)).toEqual([{ messages: 5, mails: 3 }]);
    const other = newId();
    expect(await send(12, `${other}@nexby.example`)).toBe(201);
    expect(await countsOf(other)).toEqual([{ messages: 1, mails: 1 }]);
  });
});

const ID = newId();

describeTable({
  table: "help_messages",
  ids: "[DATA-13]",
  fields: {
    id: { type: "uuid", default: "gen_random_uuid()" },
    name: { type: "text" },
    email: { type: "text" },
    subject: { type: "text" },
    message: { type: "text" },
    status: { type: "text", default: "open" },
    priority: { type: "text", default: "normal" },
    adminNotes: { type: "text", nullable: true },
  },
  validRow: async () => ({ id: ID, ...QUESTION }),
  refused: {
    unique: { help_messages_pkey: { "a duplicate id": {} } },
    reference: { help_messages_user_id_users_id_fk: { "an unknown user": { id: newId(), user_id: newId() } } },
    check: {
      help_messages_status_is_known: { "an unknown status": { status: "lost" } },
      help_messages_priority_is_known: { "an unknown priority": { priority: "whatever" } },
    },
  },
});
