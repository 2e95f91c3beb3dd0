import { afterEach, expect, test } from "vitest";
import { capturedMessages } from "../../schema/messaging.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { embeddedSms } from "../mailbox/embedded-mailbox.ts";
import { describeSms } from "./sms.suite.ts";
import { ACCOUNT, startTwilioServer, TWILIO_FAULTS } from "./twilio-server-under-test.ts";
import { twilioSms } from "./twilio-sms.ts";

describeSms("embedded SMS", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  return {
    sms: embeddedSms(db),
    received: async () =>
      (await db.select().from(capturedMessages)).map(({ key, recipient, body }) => ({
        key,
        to: recipient,
        text: body,
      })),
    breakDown: async () => {
      await database.owner.execute("alter table captured_messages rename to gone");
    },
    close: database.close,
  };
});

const sms = { key: "key-1", to: "+19735550123", text: "Your code is 123456" };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describeSms("Twilio SMS", async () => {
  const server = await startTwilioServer();
  return {
    sms: twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }),
    received: async () => server.received.map(({ key, form }) => ({ key, to: form.To ?? "", text: form.Body ?? "" })),
    breakDown: server.close,
    close: async () => undefined,
  };
});

async function start(fault?: Parameters<typeof startTwilioServer>[0]) {
  const server = await startTwilioServer(fault);
  closing.push(server.close);
  return server;
}

test("posts exactly To, From and Body to the account's Messages resource", async () => {
  const server = await start();
  await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  expect(server.received).toEqual([
    { key: "key-1", form: { To: sms.to, From: ACCOUNT.from, Body: "Your code is 123456" } },
  ]);
});

test("fails on wrong credentials", async () => {
  const server = await start();
  const failure = twilioSms({ ...ACCOUNT, authToken: "wrong", apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio refused the message with 401 (error 20003)");
  expect(server.received).toEqual([]);
});

test.each([
  ["an invalid number", TWILIO_FAULTS.invalidNumber, "Twilio refused the message with 400 (error 21211)"],
  ["too many requests", TWILIO_FAULTS.tooMany, "Twilio refused the message with 429 (error 20429)"],
  ["a server error", TWILIO_FAULTS.broken, "Twilio refused the message with 500 (error 20500)"],
  ["a response that is not Twilio's", TWILIO_FAULTS.garbage, "Twilio refused the message with 502"],
  ["a timeout", TWILIO_FAULTS.silence, "Twilio did not answer: TimeoutError"],
  ["a dropped connection", TWILIO_FAULTS.hangUp, "Twilio did not answer: UND_ERR_SOCKET"],
])("reports %s without the phone number", async (_, fault, reason) => {
  const server = await start(fault);
  const failure = await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl, timeoutMs: 300 })
    .send(sms)
    .catch((error: unknown) => error);
  expect(failure).toEqual(new Error(reason));
});

test("fails when the server is unreachable", async () => {
  const server = await start();
  await server.close();
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio did not answer: ECONNREFUSED");
});

test("fails on a success response that is not Twilio's", async () => {
  const server = await start((response) => void response.writeHead(200).end("<html>Log in to the hotel's WLAN</html>"));
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio refused the message with 200");
});

test("counts an accepted message as sent when the response body never ends", async () => {
  const server = await start((response) => void response.writeHead(201).write("{"));
  await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl, timeoutMs: 300 }).send(sms);
});

test("does not send credentials to a redirect target", async () => {
  const elsewhere = await start();
  const server = await start((response) => {
    const location = `${elsewhere.apiUrl}/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;
    response.writeHead(307, { location }).end();
  });
  await expect(twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms)).rejects.toThrow("307");
  expect(elsewhere.received).toEqual([]);
});
