import { sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { threadedCalendarReader } from "../../adapters/calendars/threaded-calendar-reader.ts";
import { type FetchPort, FetchProblem } from "../../adapters/fetch/fetch.port.ts";
import { placeIndex } from "../../adapters/geocoding/place-index.ts";
import { embeddedMail, embeddedSms } from "../../adapters/mailbox/embedded-mailbox.ts";
import type { StoragePort } from "../../adapters/storage/storage.port.ts";
import { jobHandlers } from "../../composition/job-handlers.ts";
import { PROVIDER_SUBJECTS } from "../../composition/providers.ts";
import { RECURRING_ENTITY_TYPE } from "../../platform/jobs/job.ts";
import { type JobRunner, startJobRunner } from "../../platform/jobs/job-runner.ts";
import type { TestPayments } from "../bookings/test-payments.ts";
import { until } from "../server-process.ts";
import { UNREACHABLE_PAYMENTS } from "../test-app.ts";
import type { TestDatabase } from "../test-database.ts";

const NO_INTERNET: FetchPort = {
  readText: async () => {
    throw new FetchProblem("There is no internet in tests");
  },
};
const noStorage = () => Promise.reject(new Error("This test has no file storage"));
const NO_STORAGE: StoragePort = { put: noStorage, open: noStorage, remove: noStorage, removeAll: noStorage };

type Message = { subject: string | null; body: string };

/**
 * A worker that delivers messages for the tests of a file, and access to the delivered ones. Without payments, it
 * can't reach the provider.
 */
export function useOutbox(database: () => TestDatabase, payments?: () => TestPayments) {
  let runner: JobRunner | undefined;
  beforeAll(() => {
    const { db } = database();
    const { once } = jobHandlers({
      payments: payments?.().deps.payments ?? UNREACHABLE_PAYMENTS,
      subjects: PROVIDER_SUBJECTS,
      db,
      mail: embeddedMail(db),
      sms: embeddedSms(db),
      push: { publicKey: "", mayTake: async () => true, send: async () => "sent" },
      storage: NO_STORAGE,
      geocoding: placeIndex(db),
      siteUrl: "https://nexby.example",
      secret: "secret-of-tests",
      fetching: NO_INTERNET,
      calendarReader: threadedCalendarReader(),
    });
    const log = { error: () => undefined, warn: () => undefined };
    const handlers = { once, recurring: {} };
    // One at a time, so that messages arrive in the order in which they were sent.
    runner = startJobRunner({ db, queueDb: db, handlers, concurrency: 1, leaseMs: 30_000, longestWaitMs: 250, log });
  });
  afterAll(() => runner?.stop());

  /** Waits until no job is due or running: a message not delivered by then was never sent, or waits for its time. */
  const allIsDelivered = () =>
    until(async () => {
      const { rows } = await database().db.execute(sql`
        select 1 from scheduled_jobs
        where (status = 'running' or status = 'pending' and (scheduled_at <= app_now() or retry_count > 0))
          and entity_type <> ${RECURRING_ENTITY_TYPE} limit 1`);
      // Woken instead of polling often, which would cost more than the jobs.
      if (rows.length > 0) runner?.wake();
      return rows.length === 0;
    });

  /** All messages for a recipient, oldest first. */
  const messagesFor = async (recipient: string): Promise<Message[]> => {
    await allIsDelivered();
    const { rows } = await database().db.execute<Message>(sql`
      select subject, body from captured_messages where recipient = ${recipient} order by created_at, id`);
    return rows;
  };

  const lastMessageFor = async (recipient: string): Promise<Message> => {
    const message = (await messagesFor(recipient)).at(-1);
    if (!message) throw new Error(`Nothing came for ${recipient}`);
    return message;
  };
  const foundIn = async (recipient: string, pattern: RegExp): Promise<string> => {
    const { body } = await lastMessageFor(recipient);
    const found = pattern.exec(body)?.[1];
    if (!found) throw new Error(`Not in what came for ${recipient}: ${body}`);
    return found;
  };

  return {
    messagesFor,
    lastMessageFor,
    /** From the last message; throws when it contains none. */
    codeFor: (recipient: string) => foundIn(recipient, /\b(\d{6})\b/),
    resetTokenFor: (recipient: string) => foundIn(recipient, /#token=([\w-]+)/),
  };
}
