import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { capturedMessages } from "../../schema/notifications.ts";
import { PATIENCE } from "../../testing/patience.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { embeddedSms } from "../mailbox/embedded-mailbox.ts";
import type { SmsPort } from "./sms.port.ts";
import { twilioSms } from "./twilio-sms.ts";

const ACCOUNT = { accountSid: "AC0123456789abcdef0123456789abcdef", authToken: "to:ken", from: "+19735550100" };

type Received = { key: string; form: Record<string, string> };
type Responder = (response: ServerResponse) => void;

const respondJson =
  (status: number, body: unknown): Responder =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const respondError = (status: number, code: number, message: string) =>
  respondJson(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** Twilio's errors in its own format, and other faulty responses. */
const TWILIO_FAULTS = {
  invalidNumber: respondError(400, 21211, "The 'To' number +19735550123 is not a valid phone number."),
  unauthorized: respondError(401, 20003, "Authenticate"),
  tooMany: respondError(429, 20429, "Too Many Requests"),
  broken: respondError(500, 20500, "Internal Server Error"),
  garbage: (response: ServerResponse) => void response.writeHead(502).end("<html>Bad gateway +19735550123</html>"),
  hangUp: (response: ServerResponse) => void response.socket?.destroy(),
} satisfies Record<string, Responder>;

/** An HTTP server with Twilio's Messages resource; `fault` replaces every response. */
async function startTwilioServer(fault?: Responder) {
  const received: Received[] = [];
  const path = `/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;
  const basic = `Basic ${Buffer.from(`${ACCOUNT.accountSid}:${ACCOUNT.authToken}`).toString("base64")}`;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    if (fault) return fault(response);
    if (request.headers.authorization !== basic) return TWILIO_FAULTS.unauthorized(response);
    if (request.method !== "POST" || request.url !== path) return respondError(404, 20404, "Not found")(response);
    const form = Object.fromEntries(new URLSearchParams(body));
    received.push({ key: String(request.headers["idempotency-key"]), form });
    respondJson(201, { sid: "SM0123", status: "queued", to: form.To, from: form.From, error_code: null })(response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

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

test("the SMS adapter posts exactly To, From and Body to the account's Messages resource", async () => {
  const server = await start();
  await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  expect(server.received).toEqual([
    { key: "key-1", form: { To: sms.to, From: ACCOUNT.from, Body: "Your code is 123456" } },
  ]);
});

test("the SMS adapter fails on wrong credentials", async () => {
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
  ["a dropped connection", TWILIO_FAULTS.hangUp, "Twilio did not answer: UND_ERR_SOCKET"],
])("the SMS adapter reports %s without the phone number", async (_, fault, reason) => {
  const server = await start(fault);
  const failure = await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl })
    .send(sms)
    .catch((error: unknown) => error);
  expect(failure).toEqual(new Error(reason));
});

test("the SMS adapter gives up on a server that never answers", async () => {
  const server = await start(() => undefined);
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl, timeoutMs: 300 }).send(sms);
  await expect(failure).rejects.toThrow(new Error("Twilio did not answer: TimeoutError"));
});

test("the SMS adapter fails when the server is unreachable", async () => {
  const server = await start();
  await server.close();
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio did not answer: ECONNREFUSED");
});

test("the SMS adapter fails on a success response that is not Twilio's", async () => {
  const server = await start((response) => void response.writeHead(200).end("<html>Log in to the hotel's WLAN</html>"));
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio refused the message with 200");
});

test("the SMS adapter counts an accepted message as sent when the response body never ends", async () => {
  const server = await start((response) => void response.writeHead(201).write("{"));
  await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl, timeoutMs: PATIENCE.waitMs }).send(sms);
});

test("the SMS adapter does not send credentials to a redirect target", async () => {
  const elsewhere = await start();
  const server = await start((response) => {
    const location = `${elsewhere.apiUrl}/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;
    response.writeHead(307, { location }).end();
  });
  await expect(twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms)).rejects.toThrow("307");
  expect(elsewhere.received).toEqual([]);
});

type ReceivedMessage = { key: string; to: string; text: string };

type SmsBench = {
  sms: SmsPort;
  /** Delivered messages so far, including duplicates. */
  received(): Promise<ReceivedMessage[]>;
  /** Makes every later delivery fail. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
};

/** Contract tests for every SMS adapter. */
function describeSms(name: string, open: () => Promise<SmsBench>): void {
  let bench: SmsBench;
  const write = (text: string) => ({ key: newId(), to: "+19735550123", text });
  const arrivals = async (key: string) => (await bench.received()).filter((sms) => sms.key === key);

  describe(name, () => {
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test.each([
      "Your code is 123456",
      "Schöne Grüße 🏡 & mehr = 100% + 5 €",
      "Two lines\nTo=+19735550199&Body=other",
      "https://nexby.example/v?code=1&next=%2Fbrowse#top",
    ])("the SMS adapter delivers the full text: %j", async (text) => {
      const sms = write(text);
      await bench.sms.send(sms);
      expect(await arrivals(sms.key)).toEqual([sms]);
    });

    test("the SMS adapter delivers a retry with the same key as a recognizable duplicate", async () => {
      const sms = write("Twice");
      await bench.sms.send(sms);
      await bench.sms.send(sms);
      const duplicates = await arrivals(sms.key);
      expect(duplicates.length).toBeGreaterThan(0);
      for (const duplicate of duplicates) expect(duplicate).toEqual(sms);
    });

    test("the SMS adapter throws when a message cannot be delivered", async () => {
      await bench.breakDown();
      await expect(bench.sms.send(write("Lost"))).rejects.toThrow();
    });
  });
}
