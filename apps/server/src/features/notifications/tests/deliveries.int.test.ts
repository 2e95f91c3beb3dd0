import { createHmac } from "node:crypto";
import {
  listAdminNotificationSettings,
  listNotificationDeliveries,
  updateAdminNotificationSetting,
} from "@nexby/contract/admin/notifications";
import {
  getNotificationPreferences,
  listNotificationHistory,
  updateNotificationPreferences,
} from "@nexby/contract/messaging/notification-settings";
import {
  markAllNotificationsRead,
  markNotificationRead,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from "@nexby/contract/messaging/notifications";
import { addPushDevice, getPushKey, listPushDevices, removePushDevice } from "@nexby/contract/messaging/push";
import { addDays, type LocalDate, localTime } from "@nexby/domain/kernel/calendar";
import { DAY, HOUR, MINUTE, SECOND } from "@nexby/domain/kernel/duration";
import { typeset } from "@nexby/domain/kernel/typography";
import { instantOf, localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedFetch } from "../../../adapters/fetch/guarded-fetch.ts";
import { smtpMail } from "../../../adapters/mail/smtp-mail.ts";
import { startSmtpServer } from "../../../adapters/mail/smtp-server-under-test.ts";
import { embeddedSms } from "../../../adapters/mailbox/embedded-mailbox.ts";
import { webPushMessages } from "../../../adapters/push/web-push.ts";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { claimJobs } from "../../../platform/jobs/job-queue.ts";
import { runJob } from "../../../platform/jobs/run-job.ts";
import { DELIVER_MESSAGE, deliverMessage } from "../../../platform/outbox.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { textsOf } from "../catalogue/catalogue.ts";
import { notify } from "../commands/notify.ts";
import { deliverLetter, SEND_NOTIFICATIONS } from "../commands/plan-deliveries.ts";
import { sendNotifications } from "../commands/send-notifications.ts";
import { pushToDevices } from "../push-devices.ts";
import { unsubscribeLink } from "../unsubscribe.ts";
import { CHANNELS_OF, channelsFor, eventOf } from "./events.fixture.ts";
import { startPushService, verifiedClaims } from "./push-service-under-test.ts";

const SECRET = "a secret that only tests know";
const CONTACT = "mailto:hello@nexby.example";
const ZONE = "America/New_York";
const database = useTestDatabase();
const db = () => database().db;
let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let mail: ReturnType<typeof smtpMail>;
let isMailDown = false;
let service: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({
    ...{ db: db(), secret: SECRET },
    push: webPushMessages({ secret: SECRET, contact: CONTACT, posting: service.posting }),
  });
  smtp = await startSmtpServer();
  mail = smtpMail({ url: smtp.url, from: "Nexby <hello@nexby.example>" });
  await moveTo("12:00");
});
afterAll(async () => {
  mail.close();
  await Promise.all([app.close(), smtp.close(), service.close()]);
});

/** Moves the clock forward to a time of day where the people of these tests live. */
async function moveTo(time: string): Promise<void> {
  const now = await readClock(db());
  const today = localDateOf(now, ZONE);
  const at = instantOf(today, localTime(time), ZONE);
  const next = at > now ? at : instantOf(addDays(today, 1), localTime(time), ZONE);
  await advanceClock(db(), next.getTime() - now.getTime());
}

/** Runs everything that is due, as a worker would. */
async function runJobs(): Promise<void> {
  const workerId = newId();
  const handlers = {
    once: {
      [SEND_NOTIFICATIONS]: sendNotifications(app.origin),
      [DELIVER_MESSAGE]: deliverMessage({
        db: db(),
        mail: { send: (message) => (isMailDown ? Promise.reject(new Error("421 busy")) : mail.send(message)) },
        sms: embeddedSms(db()),
        push: pushToDevices(db(), webPushMessages({ secret: SECRET, contact: CONTACT, posting: service.posting })),
        siteUrl: app.origin,
        unsubscribeLink: unsubscribeLink(SECRET, app.origin),
      }),
    },
    recurring: {},
  };
  const log = { error: () => undefined, warn: () => undefined };
  for (;;) {
    const { jobs } = await claimJobs(db(), { workerId, leaseMs: MINUTE }, { ordinary: 20 });
    if (jobs.length === 0) return;
    const context = { db: db(), queueDb: db(), handlers, workerId, log };
    await Promise.all(jobs.map((job) => runJob(context, job, new AbortController().signal)));
  }
}

async function laterBy(milliseconds: number): Promise<void> {
  await advanceClock(db(), milliseconds);
  await runJobs();
}

let phone = 2_015_550_000;
/** Someone who can be reached in every way. */
async function newPerson(changes: Parameters<typeof createUser>[1] = {}) {
  phone += 1;
  const reachable = { notifySms: true, phoneNumber: `+1${phone}`, phoneVerifiedAt: new Date(), timeZone: ZONE };
  const id = await createUser(db(), { ...reachable, isApproved: true, ...changes });
  const headers = asViewer({ id, isAdmin: changes.isAdmin ?? false, isApproved: true });
  return { id, headers, email: `${id}@nexby.example`, phoneNumber: `+1${phone}` };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

const deviceOf = ({ endpoint, keys }: ReturnType<typeof service.subscribe>) => ({ endpoint, keys });
const mailsTo = ({ email }: Person) => smtp.received.filter(({ to }) => to.includes(email));
const textsTo = async ({ phoneNumber }: Person) =>
  (await db().execute<{ body: string }>(sql`select body from captured_messages where recipient = ${phoneNumber}`)).rows;
const historyOf = async ({ headers }: Person, query = {}) =>
  (await call(app.origin, listNotificationHistory, { headers, query })).body;
const deliveriesOf = async (person: Person) =>
  (await historyOf(person)).map(({ kind, deliveries }) => ({
    kind,
    ...Object.fromEntries(deliveries.map(({ channel, status, reason }) => [channel, reason ?? status])),
  }));

/** The subject of an email about an event. */
const subjectOf = (event: Parameters<typeof textsOf>[0]): string => typeset(textsOf(event).title);

test("[NOTE-02] every event goes out once on each of its channels, critical ones in messages of their own", async () => {
  const person = await newPerson();
  const browser = service.subscribe();
  await call(app.origin, addPushDevice, { headers: person.headers, body: deviceOf(browser) });
  await db().transaction(async (tx) => {
    for (const kind of NOTIFICATION_KINDS) {
      const event = eventOf(kind);
      const { title, message } = await notify(tx, person.id, event);
      // The job that knows why a card was declined sends these.
      if (["deposit_reminder", "late_fee_failed", "damage_failed", "claim_decided"].includes(kind)) {
        await deliverLetter(tx, person.id, event, { letter: { title, paragraphs: [message] }, text: message });
      }
    }
  });
  const { rows } = await db().execute<{ kind: NotificationKind; channels: string[] }>(sql`
    select kind, coalesce(array_agg(channel order by channel) filter (where state in ('waiting', 'handed_over')), '{}')
      as channels
    from notifications left join notifications_log as log on log.notification_id = notifications.id
    where notifications.user_id = ${person.id} group by notifications.id, kind`);
  expect(Object.fromEntries(rows.map(({ kind, channels }) => [kind, channels]))).toEqual(
    Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, channelsFor(kind, [])])),
  );
  await laterBy(2 * MINUTE);
  await runJobs();
  const critical = NOTIFICATION_KINDS.filter((kind) => CHANNELS_OF[kind]?.includes("C E"));
  const subjects = mailsTo(person).map(({ subject }) => subject);
  expect(subjects).toHaveLength(critical.length + 1);
  for (const kind of critical) expect(subjects).toContain(subjectOf(eventOf(kind)));
  const pushed = NOTIFICATION_KINDS.filter((kind) => /C.* P/.test(CHANNELS_OF[kind] ?? ""));
  expect(service.messagesOf(browser)).toHaveLength(pushed.length + 1);
});

/** "requests:email" */
async function offOf({ headers }: { headers: Record<string, string> }): Promise<string[]> {
  const { choices } = (await call(app.origin, getNotificationPreferences, { headers })).body;
  return choices
    .filter(({ isOn, kind }) => !isOn && kind !== "news")
    .map(({ kind, channel }) => `${kind}:${channel}`)
    .toSorted();
}

describe("mail", () => {
  test("[PREF-01] 100 events in a second are one mail with one action, which mail programs can unsubscribe from", async () => {
    const person = await newPerson();
    const notifyOften = () =>
      db().transaction(async (tx) => {
        for (let count = 0; count < 20; count += 1) await notify(tx, person.id, eventOf("review_published"));
      });
    await Promise.all(Array.from({ length: 5 }, notifyOften));
    await runJobs();
    expect(mailsTo(person)).toEqual([]);
    await laterBy(MINUTE + SECOND);
    const [digest, ...others] = mailsTo(person);
    expect(others).toEqual([]);
    expect(digest?.subject).toBe("100 updates from Nexby");
    expect(digest?.text).toContain(`See your notifications: ${app.origin}/notifications`);
    expect(digest?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const [, url = ""] = /^<(.*)>$/.exec(digest?.headers["list-unsubscribe"] ?? "") ?? [];
    expect(digest?.text).toContain(`Unsubscribe: ${url}`);
    expect(digest?.html).toContain(`<a href="${url}"`);

    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<button")]);
    const { headers } = person;
    const preferences = async () => (await call(app.origin, getNotificationPreferences, { headers })).body;
    expect(await preferences()).toMatchObject({ booking: true, search: true });
    expect(url).toContain(".digest.email.");
    for (const changed of [
      url.replace(".digest.", ".searches."),
      url.replace(".digest.", ".urgent."),
      url.replace(".email.", ".push."),
      url.replace(person.id, newId()),
      `${url}x`,
      url.replace(/\?.*/, ""),
      `${url}&token=x`,
    ]) {
      expect((await fetch(changed, { method: "POST" })).status).toBe(404);
    }
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await fetch(url, oneClick)).status).toBe(200);
    expect((await fetch(url, oneClick)).status).toBe(200);
    expect(await preferences()).toMatchObject({ booking: true, search: true, email: true });
    expect(await offOf(person)).toEqual(["digest:email"]);

    for (const kind of ["review_published", "time_kept", "search_matches"])
      await notify(db(), person.id, eventOf(kind));
    await laterBy(MINUTE + SECOND);
    expect(mailsTo(person)).toHaveLength(1);
    await notify(db(), person.id, eventOf("review_published"));
    await notify(db(), person.id, eventOf("booking_canceled"));
    await laterBy(MINUTE + SECOND);
    expect(
      mailsTo(person)
        .map(({ headers: sent }) => sent["list-unsubscribe"] !== undefined)
        .toSorted(),
    ).toEqual([false, true, true]);
  });

  test("[PREF-01] an unsubscribe link stops that kind on that channel only, and says so", async () => {
    const person = await newPerson();
    await call(app.origin, addPushDevice, { headers: person.headers, body: deviceOf(service.subscribe()) });
    await notify(db(), person.id, eventOf("request_received", { to: "owner" }));
    await laterBy(MINUTE + SECOND);
    const [mail] = mailsTo(person);
    const [, url = ""] = /^<(.*)>$/.exec(mail?.headers["list-unsubscribe"] ?? "") ?? [];
    const asked = await (await fetch(url)).text();
    expect(asked).toContain("Stop emails about requests and their answers?");
    expect(await offOf(person)).toEqual([]);
    const done = await (await fetch(url, { method: "POST" })).text();
    expect(done).toContain("We won’t send you emails about requests and their answers anymore.");
    expect(await offOf(person)).toEqual(["requests:email"]);

    await notify(db(), person.id, eventOf("request_received", { to: "owner" }));
    await notify(db(), person.id, eventOf("time_kept"));
    await laterBy(MINUTE + SECOND);
    expect(mailsTo(person).map(({ subject }) => subject)).toEqual([
      subjectOf(eventOf("request_received", { to: "owner" })),
      subjectOf(eventOf("time_kept")),
    ]);
    expect(await deliveriesOf(person)).toMatchObject([{}, { email: "topic_off", sms: "sent", push: "sent" }, {}]);
  });

  test("[PREF-01] a link of an older mail stops its topic's mail", async () => {
    const person = await newPerson();
    const payload = `${person.id}.booking`;
    const signature = createHmac("sha256", SECRET).update(`unsubscribe: ${payload}`).digest("base64url");
    const url = `${app.origin}/unsubscribe?token=${payload}.${signature}`;
    expect((await fetch(url, { method: "POST" })).status).toBe(200);
    expect(await offOf(person)).toEqual([
      "reminders:email",
      "rentals:email",
      "requests:email",
      "reviews:email",
      "times:email",
    ]);
  });

  test("[PREF-01] [STATE-06] the mail is not sent about what the person has read in the meantime, unless money depends on it", async () => {
    const person = await newPerson();
    const { headers } = person;
    await notify(db(), person.id, eventOf("time_proposed"));
    await notify(db(), person.id, eventOf("time_kept"));
    const [latest] = await historyOf(person);
    await call(app.origin, markNotificationRead, { headers, params: { notificationId: latest?.id ?? "" } });
    await laterBy(MINUTE + SECOND);
    expect(mailsTo(person).map(({ subject }) => subject)).toEqual([textsOf(eventOf("time_proposed")).title]);
    expect(await deliveriesOf(person)).toMatchObject([
      { kind: "time_kept", email: "read" },
      { kind: "time_proposed", email: "sent" },
    ]);
    await notify(db(), person.id, eventOf("time_kept"));
    await notify(db(), person.id, eventOf("refund_paid"));
    await call(app.origin, markAllNotificationsRead, { headers });
    await laterBy(MINUTE + SECOND);
    expect(mailsTo(person).map(({ subject }) => subject)).toContain(textsOf(eventOf("refund_paid")).title);
    expect(mailsTo(person)).toHaveLength(2);
    // What was sent stays sent.
    const before = await deliveriesOf(person);
    for (const { id } of await historyOf(person))
      await call(app.origin, markNotificationRead, { headers, params: { notificationId: id } });
    expect(await deliveriesOf(person)).toEqual(before);
  });

  test("[PREF-01] the mail is handed over once when a job fails after its work, and again when its process is killed", async () => {
    const person = await newPerson();
    await notify(db(), person.id, eventOf("refund_paid"));
    const handler = sendNotifications(app.origin);
    const job = { entityId: person.id, payload: { channel: "email" } };
    const run = (fails: boolean) =>
      db().transaction(async (tx) => {
        if ("inTransaction" in handler) await handler.inTransaction(tx, job as never);
        if (fails) throw new Error("killed");
      });
    await expect(run(true)).rejects.toThrow("killed");
    await Promise.all([run(false), run(false)]);
    await runJobs();
    expect(mailsTo(person)).toHaveLength(1);
  });

  test("[PREF-01] the mail follows what the person changed after the event", async () => {
    const person = await newPerson();
    await notify(db(), person.id, eventOf("time_proposed"));
    await call(app.origin, updateNotificationPreferences, { headers: person.headers, body: { email: false } });
    await laterBy(MINUTE + SECOND);
    expect(mailsTo(person)).toEqual([]);
    expect(await deliveriesOf(person)).toMatchObject([{ email: "channel_off" }]);
  });
});

test("[PREF-01] texts wait until the morning where the person lives, except on the days of the handoff and the return", async () => {
  const WEST = "America/Los_Angeles";
  const [eastern, pacific] = [await newPerson(), await newPerson({ timeZone: WEST })];
  const unknown = await newPerson({ timeZone: null });
  await moveTo("22:30");
  const today = localDateOf(await readClock(db()), ZONE);
  const rental = (startDate: LocalDate, endDate: LocalDate, timezone: string = ZONE) =>
    eventOf("booking_canceled", { startDate, endDate, timezone });
  const later = rental(addDays(today, 5), addDays(today, 6));
  for (const { id } of [eastern, pacific]) await notify(db(), id, later);
  // A person who never named a time zone is taken to be where the rental is.
  await notify(db(), unknown.id, rental(addDays(today, 5), addDays(today, 6), WEST));
  await runJobs();
  expect(await textsTo(unknown)).toHaveLength(1);
  const link = `${app.origin}/my-bookings/b1`;
  expect(await textsTo(pacific)).toEqual([{ body: `Nexby: Maya canceled the booking of "City bike". ${link}` }]);
  expect(await textsTo(eastern)).toEqual([]);
  await notify(db(), eastern.id, rental(today, addDays(today, 2)));
  await runJobs();
  expect(await textsTo(eastern)).toHaveLength(1);
  await notify(db(), eastern.id, rental(addDays(today, -2), today));
  await runJobs();
  expect(await textsTo(eastern)).toHaveLength(2);
  // A day in the middle of a rental is as quiet as any other.
  await notify(db(), eastern.id, rental(addDays(today, -1), addDays(today, 1)));
  await laterBy(9 * HOUR);
  expect(await textsTo(eastern)).toHaveLength(2);
  await laterBy(HOUR);
  expect(await textsTo(eastern)).toHaveLength(4);
  await moveTo("12:00");
});

describe("push messages", () => {
  test("[PREF-01] push messages reach each browser of a person encrypted and signed, and browsers that unsubscribed are forgotten", async () => {
    const person = await newPerson();
    const { headers } = person;
    const [phone, laptop] = [service.subscribe(), service.subscribe()];
    for (const browser of [phone, laptop]) {
      await call(app.origin, addPushDevice, { headers, body: deviceOf(browser) });
      await call(app.origin, addPushDevice, { headers, body: deviceOf(browser) });
    }
    const devices = async () => (await call(app.origin, listPushDevices, { headers })).body;
    expect(await devices()).toHaveLength(2);
    service.answer(laptop, 410);
    const event = eventOf("handoff_code_locked");
    await notify(db(), person.id, event);
    await laterBy(15 * SECOND);
    const { title, message } = textsOf(event);
    const body = typeset(message);
    expect(service.messagesOf(phone)).toEqual([{ tag: expect.any(String), title, body, url: "/my-bookings/b1" }]);
    expect(await deliveriesOf(person)).toMatchObject([{ push: "sent" }]);
    expect(await devices()).toHaveLength(1);

    const { publicKey } = (await call(app.origin, getPushKey)).body;
    const sent = service.received.find(({ path }) => phone.endpoint.endsWith(path));
    expect(sent?.headers).toMatchObject({ ttl: "86400", urgency: "normal", "content-encoding": "aes128gcm" });
    expect(verifiedClaims(String(sent?.headers.authorization), publicKey)).toMatchObject({
      aud: service.origin,
      sub: CONTACT,
    });

    // A browser belongs to the person who turned on push messages in it last.
    const other = await newPerson();
    await call(app.origin, addPushDevice, { headers: other.headers, body: deviceOf(phone) });
    expect(await devices()).toEqual([]);
    await notify(db(), person.id, event);
    expect(await deliveriesOf(person)).toMatchObject([{ push: "no_device" }, { push: "sent" }]);
    const [device] = (await call(app.origin, listPushDevices, { headers: other.headers })).body;
    const params = { pushDeviceId: device?.id ?? "" };
    expect((await callExpectingError(app.origin, removePushDevice, { headers, params })).status).toBe(404);
    await call(app.origin, removePushDevice, { headers: other.headers, params });
    expect((await call(app.origin, listPushDevices, { headers: other.headers })).body).toEqual([]);
  });

  test("[PREF-01] push messages go to a person's ten newest browsers", async () => {
    const { headers } = await newPerson();
    const other = { headers: (await newPerson()).headers };
    await call(app.origin, addPushDevice, { ...other, body: deviceOf(service.subscribe()) });
    const added: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      const body = deviceOf(service.subscribe());
      added.push((await call(app.origin, addPushDevice, { headers, body })).body.id);
    }
    const { body } = await call(app.origin, listPushDevices, { headers });
    expect(body.map(({ id }) => id)).toEqual(added.slice(1));
    expect((await call(app.origin, listPushDevices, other)).body).toHaveLength(1);
  });

  test("[PREF-01] push messages are tried again while the push service is down, with the same tag", async () => {
    const person = await newPerson();
    const browser = service.subscribe();
    await call(app.origin, addPushDevice, { headers: person.headers, body: deviceOf(browser) });
    service.answer(browser, 503);
    await notify(db(), person.id, eventOf("handoff_code_locked"));
    await laterBy(15 * SECOND);
    service.answer(browser, 201);
    await laterBy(HOUR);
    const [first, second, ...more] = service.messagesOf(browser);
    expect(more).toEqual([]);
    expect(second).toEqual(first);
    expect((await historyOf(person))[0]?.deliveries).toMatchObject([{ channel: "push", status: "sent", attempts: 2 }]);
  });

  test("[PREF-01] push messages need a complete subscription over https", async () => {
    const { headers } = await newPerson();
    const { endpoint, keys } = service.subscribe();
    for (const body of [
      { endpoint: endpoint.replace("https", "http"), keys },
      { endpoint, keys: { ...keys, auth: "c2hvcnQ" } },
      { endpoint, keys: { ...keys, p256dh: keys.auth } },
    ]) {
      const { error } = await callExpectingError(app.origin, addPushDevice, { headers, body });
      expect(error.message).toBe("Your browser sent an incomplete subscription. Please try again.");
    }
    const inside = { endpoint: "https://10.0.0.1/send/1", keys };
    const { error } = await callExpectingError(app.origin, addPushDevice, { headers, body: inside });
    expect(error.details).toEqual([
      { field: "endpoint", message: "This isn't the address of a push service. Please try another browser." },
    ]);
    expect((await call(app.origin, listPushDevices, { headers })).body).toEqual([]);
    await expect(guardedFetch().post("https://127.0.0.1/", { headers: {}, body: Buffer.of() })).rejects.toThrow(
      "private network",
    );
  });
});

describe("preferences", () => {
  test("[PREF-01] preferences combine the account's switches with the person's choices and keep other fields", async () => {
    const person = await newPerson({ notifyEmail: false, notifySms: false, timeZone: null });
    const { headers } = person;
    const change = async (body: object) =>
      (await call(app.origin, updateNotificationPreferences, { headers, body })).body;
    expect((await call(app.origin, getNotificationPreferences, { headers })).body).toMatchObject({
      email: false,
      sms: false,
      marketing: false,
      quietFrom: "21:00",
      timeZone: null,
    });
    expect(await change({ email: true, sms: true, timeZone: "America/Denver" })).toMatchObject({
      email: true,
      sms: true,
      timeZone: "America/Denver",
    });
    expect(await change({ quietUntil: "06:30" })).toMatchObject({ quietUntil: "06:30", email: true });
    // Each choice is kept by the changes after it.
    const choices = [
      ...(["push", "booking", "messaging", "search", "recommendation", "weeklyDigest", "quietHours"] as const).map(
        (choice) => ({ [choice]: false }),
      ),
      ...[{ marketing: true }, { quietFrom: "22:15" }, { email: false }, { sms: false }],
    ];
    for (const choice of choices) expect(await change(choice)).toMatchObject(choice);
    const { choices: cells } = await change({ choices: [{ kind: "weekly", channel: "email", isOn: false }] });
    const off = cells.filter(({ isOn }) => !isOn).map(({ kind }) => kind);
    expect(off).toContain("weekly");
    expect(off).not.toContain("urgent");
    const fixed = { choices: [{ kind: "urgent", channel: "email", isOn: false }] };
    for (const body of [fixed, { choices: [{ kind: "news", channel: "sms", isOn: true }] }]) {
      expect(
        (await callExpectingError(app.origin, updateNotificationPreferences, { headers, body: body as never })).status,
      ).toBe(400);
    }
    const all = Object.assign({ quietUntil: "06:30", timeZone: "America/Denver" }, ...choices);
    expect((await call(app.origin, getNotificationPreferences, { headers })).body).toEqual({ ...all, choices: cells });
    const { rows } = await db().execute(sql`select notify_email, notify_sms from users where id = ${person.id}`);
    expect(rows).toEqual([{ notify_email: false, notify_sms: false }]);
    for (const timeZone of ["Mars/Olympus", "+05:00", ""]) {
      const answer = await fetch(`${app.origin}/api/notification-preferences`, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ timeZone }),
      });
      expect(answer.status).toBe(400);
    }
  });
});

describe("history", () => {
  test("[PREF-01] [DATA-11] the history shows each entry of the notifications log with its state, and filters by channel", async () => {
    const person = await newPerson();
    await notify(db(), person.id, eventOf("request_received", { to: "owner" }));
    await notify(db(), person.id, eventOf("handoff_code_locked"));
    await runJobs();
    const [, request] = await historyOf(person);
    expect(request).toMatchObject({
      why: "You got this because it's your item.",
      deliveries: [
        { channel: "email", status: "waiting", attempts: 0, reason: null },
        { channel: "push", status: "skipped", reason: "no_device" },
        { channel: "sms", status: "sent", attempts: 1 },
      ],
    });
    expect(await historyOf(person, { channel: "sms" })).toHaveLength(1);
    expect(await historyOf(person, { channel: "push" })).toEqual([]);
    expect(await historyOf(person, { channel: "email", isRead: "true" })).toEqual([]);
  });
});

describe("admins", () => {
  test("[PREF-01] [DATA-11] admins choose which of their events are mailed, and see every delivery with its error", async () => {
    const admin = await newPerson({ isAdmin: true });
    const { headers } = admin;
    const { body: settings } = await call(app.origin, listAdminNotificationSettings, { headers });
    expect(settings).toContainEqual({ kind: "admin_claim", email: false });
    expect(settings).toContainEqual({ kind: "admin_chargeback", email: true });
    await call(app.origin, updateAdminNotificationSetting, { headers, body: { kind: "admin_claim", email: true } });
    await call(app.origin, updateAdminNotificationSetting, {
      headers,
      body: { kind: "admin_chargeback", email: false },
    });
    for (const kind of ["admin_claim", "admin_chargeback"]) await notify(db(), admin.id, eventOf(kind));
    await laterBy(MINUTE + SECOND);
    expect(mailsTo(admin).map(({ subject }) => subject)).toEqual([textsOf(eventOf("admin_claim")).title]);

    const person = await newPerson();
    isMailDown = true;
    await notify(db(), person.id, eventOf("refund_paid"));
    for (const _ of [1, 2, 3, 4]) await laterBy(DAY);
    isMailDown = false;
    const { rows } = await db().execute(sql`
      select action, actor_id, entity_id, details from audit_log where entity_type = 'notification_setting'
      order by created_at, id`);
    expect(rows).toEqual(
      [
        { entity_id: "admin_claim", details: { email: true } },
        { entity_id: "admin_chargeback", details: { email: false } },
      ].map((row) => ({ action: "notification_setting_changed", actor_id: admin.id, ...row })),
    );
    const { body: failed } = await call(app.origin, listNotificationDeliveries, {
      headers,
      query: { status: "failed", channel: "email" },
    });
    expect(failed).toMatchObject([{ userId: person.id, status: "failed", attempts: 4, error: "421 busy" }]);
  });
});
