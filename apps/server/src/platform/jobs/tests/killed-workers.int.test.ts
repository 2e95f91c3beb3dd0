import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { count, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSmtpServer } from "../../../adapters/mail/smtp-server-under-test.ts";
import { outgoingMessages } from "../../../schema/notifications.ts";
import { scheduledJobs } from "../../../schema/platform.ts";
import {
  killServer,
  type ServerProcess,
  serverCommand,
  startServerProcess,
  until,
} from "../../../testing/server-process.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { DELIVER_MESSAGE, queueMail } from "../../outbox.ts";

/** `npm run prove -- workers 1000` sends that many. Even, in steps of ten, at least 70. */
const MESSAGES = Number(process.env.PROVE_AMOUNT ?? 70);
const KILLS = Math.floor(MESSAGES / 70);
const PER_TRANSACTION = 5;
const LAST_LINE = "This is the end of the letter.";

let directory: string;
let database: TestDatabase;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
/** While closed, the SMTP server keeps mail without replying, so workers stay in the middle of their jobs. */
const gate = { isOpen: false };
const workers = new Set<ServerProcess>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "nexby-killed-workers-"));
  database = await createTestDatabase();
  // A worker that is killed while it waits for the reply does not know that the mail has arrived.
  smtp = await startSmtpServer({}, async () => {
    await until(() => gate.isOpen);
    await sleep(Math.random() * 40);
  });
});

afterAll(async () => {
  for (const worker of workers) worker.child.kill("SIGKILL");
  await Promise.all([...workers].map((worker) => worker.ended));
  await smtp?.close();
  await database?.close();
  await rm(directory, { recursive: true, force: true });
});

async function startWorker(): Promise<ServerProcess> {
  const worker = await startServerProcess({
    command: serverCommand("worker"),
    env: {
      NODE_ENV: "development",
      DEMO: "false",
      ...database.env,
      DATA_DIR: directory,
      SMTP_URL: smtp.url,
    },
  });
  workers.add(worker);
  return worker;
}

const mailTo = (to: string) => ({ to, subject: "Hello", letter: { title: "Hello", paragraphs: ["Hi.", LAST_LINE] } });

/** Many transactions, every third of which rolls back. Returns the ids of the mails that must arrive. */
async function queueMails(amount: number): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; ids.length < amount; round += 1) {
    const commits = round % 3 !== 2;
    const queue = database.db.transaction(async (tx) => {
      const queued: string[] = [];
      for (let n = 0; n < PER_TRANSACTION; n += 1) {
        queued.push(
          await queueMail(tx, mailTo(commits ? `person${ids.length + n}@nexby.example` : "nobody@nexby.example")),
        );
      }
      if (!commits) throw new Error("rolled back");
      return queued;
    });
    ids.push(...(await queue.catch(() => [])));
  }
  return ids;
}

/** Kills one of two workers with SIGKILL at random moments and starts it again. The first one is killed during a job. */
async function killRepeatedly(): Promise<void> {
  const pair = [await startWorker(), await startWorker()];
  await until(async () => (await workersWithJobs()) === pair.length);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    if (gate.isOpen) {
      const progress = ((kill - Math.random()) / (KILLS + 1)) * MESSAGES;
      await until(() => smtp.received.length >= progress);
      await sleep(Math.random() * 50);
    }
    const victim = Math.random() < 0.5 ? 0 : 1;
    const worker = pair[victim];
    if (worker) await killServer(worker, database.db);
    expect(await worker?.ended).toBe("SIGKILL");
    gate.isOpen = true;
    pair[victim] = await startWorker();
  }
}

async function workersWithJobs(): Promise<number> {
  const { rows } = await database.db.execute<{ workers: number }>(sql`
    select count(distinct locked_by)::int as workers from scheduled_jobs
    where status = 'running' and job_type = ${DELIVER_MESSAGE}`);
  return rows[0]?.workers ?? 0;
}

async function jobsByStatus(): Promise<Record<string, number>> {
  const rows = await database.db
    .select({ status: scheduledJobs.status, jobs: count() })
    .from(scheduledJobs)
    .where(sql`${scheduledJobs.jobType} = ${DELIVER_MESSAGE}`)
    .groupBy(scheduledJobs.status);
  return Object.fromEntries(rows.map(({ status, jobs }) => [status, jobs]));
}

test(`[JOB-01] every one of ${MESSAGES} mails arrives while two workers run and one of them is killed, ${KILLS} in all`, async () => {
  const startedAt = performance.now();
  const first = await queueMails(MESSAGES / 2);
  const [second] = await Promise.all([queueMails(MESSAGES / 2), killRepeatedly()]);
  await until(async () => (await jobsByStatus()).completed === MESSAGES);

  const arrived = smtp.received.map(({ messageId }) => messageId);
  const expected = [...first, ...second].map((id) => `<${id}@nexby.example>`);
  expect(new Set(arrived)).toEqual(new Set(expected));
  expect(expected).toHaveLength(MESSAGES);
  for (const { text, to } of smtp.received) {
    expect(text).toContain(LAST_LINE);
    expect(to).not.toContain("nobody@nexby.example");
  }

  expect(await jobsByStatus()).toEqual({ completed: MESSAGES });
  const messages = await database.db.select().from(outgoingMessages);
  expect(messages).toHaveLength(MESSAGES);
  expect(messages.filter(({ status, body }) => status !== "sent" || body !== null)).toEqual([]);
  const { rows } = await database.db.execute<{ losses: number; failed: number }>(sql`
    select sum(lease_losses)::int as losses, count(*) filter (where status = 'failed')::int as failed
    from scheduled_jobs`);
  expect(rows[0]?.failed).toBe(0);
  expect(rows[0]?.losses).toBeGreaterThan(0);

  const running = [...workers].filter(({ child }) => child.exitCode === null && child.signalCode === null);
  // A worker that has just started dies by the signal instead of stopping.
  await until(() => running.every((worker) => worker.output().includes('"msg":"Working"')));
  for (const { child } of running) child.kill("SIGTERM");
  expect(await Promise.all(running.map((worker) => worker.ended))).toEqual([0, 0]);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `${KILLS} kills, ${rows[0]?.losses} jobs interrupted, ${arrived.length - MESSAGES} mails doubled, ${seconds} s\n`,
  );
});
