import { afterEach, expect, test } from "vitest";
import { describeSms } from "./sms.suite.ts";
import { ACCOUNT, startTwilioServer, TWILIO_ANSWERS } from "./twilio-server-under-test.ts";
import { twilioSms } from "./twilio-sms.ts";

const sms = { key: "key-1", to: "+19735550123", text: "Your code is 123456" };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describeSms("text messages through Twilio", async () => {
  const server = await startTwilioServer();
  return {
    sms: twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }),
    received: async () => server.received.map(({ key, form }) => ({ key, to: form.To ?? "", text: form.Body ?? "" })),
    breakDown: server.close,
    close: async () => undefined,
  };
});

async function start(answer?: Parameters<typeof startTwilioServer>[0]) {
  const server = await startTwilioServer(answer);
  closing.push(server.close);
  return server;
}

test("a text message goes to the account's Messages resource with exactly To, From and Body", async () => {
  const server = await start();
  await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  expect(server.received).toEqual([
    { key: "key-1", form: { To: sms.to, From: ACCOUNT.from, Body: "Your code is 123456" } },
  ]);
});

test("wrong credentials are a failure", async () => {
  const server = await start();
  const failure = twilioSms({ ...ACCOUNT, authToken: "wrong", apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio refused the message with 401 (error 20003)");
  expect(server.received).toEqual([]);
});

test.each([
  ["an invalid number", TWILIO_ANSWERS.invalidNumber, "Twilio refused the message with 400 (error 21211)"],
  ["too many requests", TWILIO_ANSWERS.tooMany, "Twilio refused the message with 429 (error 20429)"],
  ["a fault of its own", TWILIO_ANSWERS.broken, "Twilio refused the message with 500 (error 20500)"],
  ["something that is not Twilio's", TWILIO_ANSWERS.garbage, "Twilio refused the message with 502"],
  ["silence", TWILIO_ANSWERS.silence, "Twilio did not answer: TimeoutError"],
  ["a hung-up connection", TWILIO_ANSWERS.hangUp, "Twilio did not answer: UND_ERR_SOCKET"],
])("%s is a failure, told without the phone number", async (_, answer, reason) => {
  const server = await start(answer);
  const failure = await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl, answerMs: 300 })
    .send(sms)
    .catch((error: unknown) => error);
  expect(failure).toEqual(new Error(reason));
});

test("a server that is not there is a failure", async () => {
  const server = await start();
  await server.close();
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio did not answer: ECONNREFUSED");
});

test("a success that is not Twilio's is a failure", async () => {
  const server = await start((response) => void response.writeHead(200).end("<html>Log in to the hotel's WLAN</html>"));
  const failure = twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms);
  await expect(failure).rejects.toThrow("Twilio refused the message with 200");
});

test("a message that was taken counts as sent, although the rest of the answer never comes", async () => {
  const server = await start((response) => void response.writeHead(201).write("{"));
  await twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl, answerMs: 300 }).send(sms);
});

test("the account's name and token go nowhere else", async () => {
  const elsewhere = await start();
  const server = await start((response) => {
    const location = `${elsewhere.apiUrl}/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`;
    response.writeHead(307, { location }).end();
  });
  await expect(twilioSms({ ...ACCOUNT, apiUrl: server.apiUrl }).send(sms)).rejects.toThrow("307");
  expect(elsewhere.received).toEqual([]);
});
