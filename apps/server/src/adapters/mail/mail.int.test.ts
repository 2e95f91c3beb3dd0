import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { capturedMessages } from "../../schema/notifications.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { embeddedMail } from "../mailbox/embedded-mailbox.ts";
import { describeMail } from "./mail.suite.ts";
import { smtpMail } from "./smtp-mail.ts";
import { type ReceivedMail, startSmtpServer } from "./smtp-server-under-test.ts";

describeMail("embedded mail", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  return {
    mail: embeddedMail(db),
    received: async () =>
      (await db.select().from(capturedMessages)).map(({ key, recipient, subject, body, html }) => ({
        key,
        to: recipient,
        subject: subject ?? "",
        text: body,
        html: html ?? "",
      })),
    breakDown: async () => {
      await database.owner.execute("alter table captured_messages rename to gone");
    },
    close: database.close,
  };
});

const from = "Nexby <hello@nexby.example>";
const letter = { key: "key-1", to: "robin@nexby.example", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const asSent = ({ messageId, envelope, subject, text, html }: ReceivedMail) => ({
  key: messageId.replace(/^<|@nexby\.example>$/g, ""),
  to: envelope.to.join(),
  subject,
  text: text.trimEnd(),
  html: html.trimEnd(),
});

describeMail("SMTP mail", async () => {
  const server = await startSmtpServer();
  const mail = smtpMail({ url: server.url, from });
  return {
    mail,
    received: async () => server.received.map(asSent),
    breakDown: () => server.close(),
    close: async () => mail.close(),
  };
});

function connectTo(url: string, limits: { connectTimeoutMs?: number; socketTimeoutMs?: number } = {}) {
  const mail = smtpMail({ url, from, ...limits });
  closing.push(mail.close);
  return mail;
}

test("the mail adapter sends sender, recipient, message ID and Auto-Submitted without extra headers", async () => {
  const server = await startSmtpServer();
  closing.push(server.close);
  await connectTo(server.url).send({ ...letter, subject: "Hello\r\nBcc: eve@evil.example" });
  const [received] = server.received;
  expect(received).toMatchObject({
    envelope: { from: "hello@nexby.example", to: ["robin@nexby.example"] },
    to: ["robin@nexby.example"],
    messageId: "<key-1@nexby.example>",
  });
  const usual = ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"];
  expect(Object.keys(received?.headers ?? {}).sort()).toEqual(usual);
  expect(received?.headers["auto-submitted"]).toBe("auto-generated");
});

const rejection = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

test.each([
  [
    "the recipient",
    {
      onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) =>
        done(rejection(550, "no robin@nexby.example")),
    },
    "550 in response to RCPT TO",
  ],
  [
    "the sender",
    { onMailFrom: (_: unknown, __: unknown, done: (error: Error) => void) => done(rejection(553, "not you")) },
    "553 in response to MAIL FROM",
  ],
  [
    "the message",
    {
      onData: (stream: NodeJS.ReadableStream, _: unknown, done: (error: Error) => void) => {
        stream.resume().on("end", () => done(rejection(554, "spam for robin@nexby.example")));
      },
    },
    "554 in response to DATA",
  ],
])(
  "the mail adapter reports a server that rejects %s without quoting its response text",
  async (_, options, reason) => {
    const server = await startSmtpServer(options);
    closing.push(server.close);
    const failure = await connectTo(server.url)
      .send(letter)
      .catch((error: unknown) => error);
    expect(failure).toEqual(new Error(`The mail server did not accept the message: ${reason}`));
    expect(failure).not.toHaveProperty("cause");
  },
);

test("the mail adapter fails on a wrong password", async () => {
  const server = await startSmtpServer();
  closing.push(server.close);
  const url = server.url.replace(/nexby:[^@]*@/, "nexby:wrong@");
  await expect(connectTo(url).send(letter)).rejects.toThrow("535 in response to AUTH PLAIN");
  expect(server.received).toEqual([]);
});

test("the mail adapter fails when the server is unreachable", async () => {
  const server = await startSmtpServer();
  await server.close();
  await expect(connectTo(server.url).send(letter)).rejects.toThrow("ECONNREFUSED");
});

/** Replies as scripted, then calls `onEndOfScript`. */
async function startScriptedServer(script: Record<string, string>, onEndOfScript: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    const respond = (said: string) => {
      const reply = Object.entries(script).find(([start]) => said.startsWith(start))?.[1];
      if (reply) socket.write(`${reply}\r\n`);
      else onEndOfScript(socket);
    };
    respond("greeting");
    socket.on("data", (data) => respond(String(data)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const POLITE = { greeting: "220 hello", EHLO: "250 hello", MAIL: "250 ok", RCPT: "250 ok", DATA: "354 go on" };

test.each([
  ["before it greets", {}, { connectTimeoutMs: 300 }],
  ["after the greeting", { greeting: POLITE.greeting }, { socketTimeoutMs: 300 }],
  ["after the whole message", POLITE, { socketTimeoutMs: 300 }],
])("times out when the server hangs %s", async (_, script, limits) => {
  const url = await startScriptedServer(script, () => undefined);
  await expect(connectTo(url, limits).send(letter)).rejects.toThrow("ETIMEDOUT");
});

test.each([
  ["before it greets", {}],
  ["in the middle of the message", POLITE],
])("the mail adapter fails when the connection drops %s", async (_, script) => {
  const url = await startScriptedServer(script, (socket) => socket.destroy());
  await expect(connectTo(url).send(letter)).rejects.toThrow("The mail server did not accept the message");
});

test("the mail adapter sends the next message after a failure", async () => {
  let failures = 1;
  const server = await startSmtpServer({
    onConnect: (_, done) => (failures-- > 0 ? done(rejection(421, "busy")) : done()),
  });
  closing.push(server.close);
  const mail = connectTo(server.url);
  await expect(mail.send(letter)).rejects.toThrow("421");
  await mail.send(letter);
  expect(server.received.map(asSent)).toEqual([letter]);
});
