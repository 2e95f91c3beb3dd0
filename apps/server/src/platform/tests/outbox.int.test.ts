import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Mail, MailPort } from "../../adapters/mail/mail.port.ts";
import { embeddedMail, embeddedSms } from "../../adapters/mailbox/embedded-mailbox.ts";
import type { Sms, SmsPort } from "../../adapters/sms/sms.port.ts";
import { capturedMessages, outgoingMessages } from "../../schema/notifications.ts";
import { until } from "../../testing/server-process.ts";
import { advanceClock } from "../clock.ts";
import { allJobs, onlyJob, useWorkers } from "../jobs/tests/worker-under-test.ts";
import { DELIVER_MESSAGE, deliverMessage, queueMail, queueSms } from "../outbox.ts";

const { db, startWorker } = useWorkers();

const mail = {
  to: "robin@nexby.example",
  subject: "Confirm your address",
  letter: { title: "Welcome", paragraphs: ["Hello."], action: { label: "Confirm", url: "https://nexby.example/v" } },
};
const text = { to: "+19735550123", text: "Your code is 123456" };
const UNUSED = { push: async () => undefined, unsubscribeLink: () => "", siteUrl: "" };

/** Providers that record what they accept and fail while they are down. */
function providers() {
  const accepted: (Mail | Sms)[] = [];
  const state = { failures: 0, tries: 0 };
  const accept = async (message: Mail | Sms) => {
    state.tries += 1;
    if (state.failures > 0) {
      state.failures -= 1;
      throw new Error("The provider is down");
    }
    accepted.push(message);
  };
  const ports: { mail: MailPort; sms: SmsPort } = { mail: { send: accept }, sms: { send: accept } };
  return { ...ports, accepted, state };
}

const deliver = (ports: { mail: MailPort; sms: SmsPort }) =>
  startWorker({ once: { [DELIVER_MESSAGE]: deliverMessage({ db: db(), ...UNUSED, ...ports }) } });

async function onlyMessage() {
  const [message, ...others] = await db().select().from(outgoingMessages);
  if (!message || others.length > 0) throw new Error("There is not exactly one message");
  return message;
}

test("the outbox delivers mail and SMS to their provider in full, once, and then deletes their content", async () => {
  const provider = providers();
  const [mailId, smsId] = await db().transaction(async (tx) => [await queueMail(tx, mail), await queueSms(tx, text)]);
  await deliver(provider);
  await until(async () => (await allJobs(db())).every((job) => job.status === "completed"));
  expect(provider.accepted).toHaveLength(2);
  expect(provider.accepted).toContainEqual({ key: smsId, ...text });
  expect(provider.accepted).toContainEqual({
    key: mailId,
    to: mail.to,
    subject: mail.subject,
    text: expect.stringContaining("Confirm: https://nexby.example/v"),
    html: expect.stringContaining('<a href="https://nexby.example/v"'),
  });
  for (const message of await db().select().from(outgoingMessages)) {
    expect(message).toMatchObject({ status: "sent", subject: null, body: null, html: null, lastError: null });
    expect(message.sentAt).toBeInstanceOf(Date);
  }
});

test("the outbox never sends a message of a rolled-back transaction", async () => {
  const provider = providers();
  const failing = db().transaction(async (tx) => {
    await queueMail(tx, mail);
    await queueSms(tx, text);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await deliver(provider);
  await queueSms(db(), text);
  await until(async () => (await allJobs(db())).every((job) => job.status === "completed"));
  expect(provider.accepted).toHaveLength(1);
  expect(await db().select().from(outgoingMessages)).toHaveLength(1);
});

test.each([
  ["mail", () => queueMail(db(), mail)],
  ["sms", () => queueSms(db(), text)],
])("the outbox delivers the %s once after the provider recovers", async (_, queue) => {
  const provider = providers();
  provider.state.failures = 1;
  const key = await queue();
  await deliver(provider);
  await until(async () => (await onlyJob(db())).retryCount === 1);
  expect(await onlyMessage()).toMatchObject({ status: "queued", body: expect.any(String) });
  await advanceClock(db(), HOUR);
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(provider.accepted.map((message) => message.key)).toEqual([key]);
  expect(await onlyMessage()).toMatchObject({ status: "sent", body: null });
});

test("the outbox marks a message dead after four attempts, with its full content, when the provider stays down", async () => {
  const provider = providers();
  provider.state.failures = Number.POSITIVE_INFINITY;
  await queueMail(db(), mail);
  await deliver(provider);
  for (const retry of [1, 2, 3]) {
    await until(async () => (await onlyJob(db())).retryCount === retry);
    expect((await onlyMessage()).status).toBe("queued");
    await advanceClock(db(), HOUR);
  }
  await until(async () => (await onlyJob(db())).status === "failed");
  expect(provider.state.tries).toBe(4);
  expect(await onlyJob(db())).toMatchObject({ lastError: "The provider is down" });
  expect(await onlyMessage()).toMatchObject({
    status: "dead",
    lastError: "The provider is down",
    recipient: mail.to,
    subject: mail.subject,
    body: expect.stringContaining("Hello."),
    html: expect.stringContaining("Hello."),
    sentAt: null,
  });

  // The steps from the operations page for when the provider is back.
  provider.state.failures = 0;
  await db().execute(sql`update outgoing_messages set status = 'queued'`);
  await db().execute(sql`
    update scheduled_jobs set status = 'pending', retry_count = 0, finished_at = null, scheduled_at = app_now()`);
  await until(async () => (await onlyJob(db())).status === "completed");
  expect(provider.accepted).toHaveLength(1);
  expect(await onlyMessage()).toMatchObject({ status: "sent", lastError: null });
});

test("the outbox keeps a message sent even if its job could not be completed", async () => {
  const provider = providers();
  const handler = deliverMessage({ db: db(), ...UNUSED, ...provider });
  if (!("run" in handler)) throw new Error("Delivery is not a transaction");
  const run: typeof handler.run = async (job, signal) => {
    await handler.run(job, signal);
    throw new Error("the connection broke");
  };
  await queueMail(db(), mail);
  await startWorker({ once: { [DELIVER_MESSAGE]: { ...handler, run } } });
  for (const retry of [1, 2, 3]) {
    await until(async () => (await onlyJob(db())).retryCount === retry);
    await advanceClock(db(), HOUR);
  }
  await until(async () => (await onlyJob(db())).status === "failed");
  expect(await onlyMessage()).toMatchObject({ status: "sent", lastError: null });
  expect((await onlyJob(db())).lastError).toBe("the connection broke");
  expect(provider.accepted).toHaveLength(1);
});

test("the embedded providers store mail and SMS once, even if the worker repeats a delivery", async () => {
  await queueMail(db(), mail);
  await queueSms(db(), text);
  const messages = await db().select().from(outgoingMessages);
  const ports = { mail: embeddedMail(db()), sms: embeddedSms(db()) };
  // Simulates a worker that died between the delivery and recording it.
  for (const { id: key, recipient: to, body, channel, subject, html } of messages) {
    if (channel === "sms") await ports.sms.send({ key, to, text: body ?? "" });
    else await ports.mail.send({ key, to, subject: subject ?? "", text: body ?? "", html: html ?? "" });
  }
  await deliver(ports);
  await until(async () => (await allJobs(db())).every((job) => job.status === "completed"));
  const captured = await db().select().from(capturedMessages);
  expect(captured.map(({ channel, recipient }) => `${channel} ${recipient}`).sort()).toEqual([
    "mail robin@nexby.example",
    "sms +19735550123",
  ]);
});
