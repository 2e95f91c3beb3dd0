import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { describeMail } from "./mail.suite.ts";
import { smtpMail } from "./smtp-mail.ts";
import { type ReceivedMail, startSmtpServer } from "./smtp-server-under-test.ts";

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

describeMail("mail over SMTP", async () => {
  const server = await startSmtpServer();
  const mail = smtpMail({ url: server.url, from });
  return {
    mail,
    received: async () => server.received.map(asSent),
    breakDown: () => server.close(),
    close: async () => mail.close(),
  };
});

function connectTo(url: string) {
  const mail = smtpMail({ url, from, connectMs: 300, silenceMs: 300 });
  closing.push(mail.close);
  return mail;
}

test("a mail names sender, recipient and its own key, and carries no header that nobody asked for", async () => {
  const server = await startSmtpServer();
  closing.push(server.close);
  await connectTo(server.url).send({ ...letter, subject: "Hello\r\nBcc: eve@evil.example" });
  const [received] = server.received;
  expect(received).toMatchObject({
    envelope: { from: "hello@nexby.example", to: ["robin@nexby.example"] },
    to: ["robin@nexby.example"],
    messageId: "<key-1@nexby.example>",
  });
  const usual = ["content-type", "date", "from", "message-id", "mime-version", "subject", "to"];
  expect([...(received?.headers ?? [])].sort()).toEqual(usual);
});

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

test.each([
  [
    "the recipient",
    {
      onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) => done(refusal(550, "no robin@nexby.example")),
    },
    "550 in answer to RCPT TO",
  ],
  [
    "the sender",
    { onMailFrom: (_: unknown, __: unknown, done: (error: Error) => void) => done(refusal(553, "not you")) },
    "553 in answer to MAIL FROM",
  ],
  [
    "the message",
    {
      onData: (stream: NodeJS.ReadableStream, _: unknown, done: (error: Error) => void) => {
        stream.resume().on("end", () => done(refusal(554, "spam for robin@nexby.example")));
      },
    },
    "554 in answer to DATA",
  ],
])("a server that refuses %s is a failure, told without what it quotes", async (_, options, reason) => {
  const server = await startSmtpServer(options);
  closing.push(server.close);
  const failure = await connectTo(server.url)
    .send(letter)
    .catch((error: unknown) => error);
  expect(failure).toEqual(new Error(`The mail server did not take the message: ${reason}`));
  expect(failure).not.toHaveProperty("cause");
});

test("a wrong password is a failure", async () => {
  const server = await startSmtpServer();
  closing.push(server.close);
  const url = server.url.replace(/nexby:[^@]*@/, "nexby:wrong@");
  await expect(connectTo(url).send(letter)).rejects.toThrow("535 in answer to AUTH PLAIN");
  expect(server.received).toEqual([]);
});

test("a server that is not there is a failure", async () => {
  const server = await startSmtpServer();
  await server.close();
  await expect(connectTo(server.url).send(letter)).rejects.toThrow("ECONNREFUSED");
});

/** Speaks as far as the script goes, then does what is left. */
async function startScriptedServer(script: Record<string, string>, onEndOfScript: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    const answer = (said: string) => {
      const reply = Object.entries(script).find(([start]) => said.startsWith(start))?.[1];
      if (reply) socket.write(`${reply}\r\n`);
      else onEndOfScript(socket);
    };
    answer("greeting");
    socket.on("data", (data) => answer(String(data)));
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
  ["before it greets", {}],
  ["when it is asked for its name", { greeting: POLITE.greeting }],
  ["after the whole message", POLITE],
])("a server that hangs %s is a failure, not a wait without end", async (_, script) => {
  const url = await startScriptedServer(script, () => undefined);
  await expect(connectTo(url).send(letter)).rejects.toThrow("ETIMEDOUT");
});

test.each([
  ["before it greets", {}],
  ["in the middle of the message", POLITE],
])("a connection that drops %s is a failure", async (_, script) => {
  const url = await startScriptedServer(script, (socket) => socket.destroy());
  await expect(connectTo(url).send(letter)).rejects.toThrow("The mail server did not take the message");
});

test("the next message goes out after one that failed", async () => {
  let failures = 1;
  const server = await startSmtpServer({
    onConnect: (_, done) => (failures-- > 0 ? done(refusal(421, "busy")) : done()),
  });
  closing.push(server.close);
  const mail = connectTo(server.url);
  await expect(mail.send(letter)).rejects.toThrow("421");
  await mail.send(letter);
  expect(server.received.map(asSent)).toEqual([letter]);
});
