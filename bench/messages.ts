import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "../apps/server/src/platform/db/db.ts";
import { setUpDatabase } from "../apps/server/src/platform/db/migrate.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { readEventStream } from "../apps/server/src/testing/call.ts";
import { createConversation, createUser } from "../apps/server/src/testing/factories.ts";
import { asViewer, startConnectedApp, startTestApp } from "../apps/server/src/testing/test-app.ts";
import { percentile, print, summaryLine } from "./search/percentiles.ts";

const MESSAGES = 10_000;
const CALLS = 300;
const WARM_UP = 30;
const MAX_P95_MS = 50;
/** Together at most as many as one person may send in a minute. */
const LIVE = { warmUp: 10, messages: 50 };
const MAX_LIVE_P95_MS = 1_000;

const load = () => `load of this machine: ${loadavg()[0]?.toFixed(1)}`;

/** A conversation with 10,000 messages, one in ten with a phone number, and 10,000 notifications. */
async function prepare({ db }: Database) {
  const [renterId, ownerId] = [await createUser(db), await createUser(db)];
  const conversationId = await createConversation(db, { renterId, ownerId });
  await db.execute(sql`
    insert into messages (conversation_id, sender_id, recipient_id, sequence, content)
    select ${conversationId}, sender, recipient, n, case when n % 10 = 0 then 'Call me at 201-555-0199 please, number ' || n
      else 'Is it available on Sunday, or is Monday better for you? Number ' || n end
    from generate_series(2, ${MESSAGES}) as n
    cross join lateral (values (${renterId}::uuid, ${ownerId}::uuid, 0), (${ownerId}::uuid, ${renterId}::uuid, 1))
      as side (sender, recipient, rest) where n % 2 = rest`);
  await db.execute(sql`update conversations set last_sequence = ${MESSAGES} where id = ${conversationId}`);
  await db.execute(sql`
    insert into notifications (user_id, type, title, message, created_at)
    select ${ownerId}, 'system', 'News', 'Number ' || n, now() - n * interval '1 minute'
    from generate_series(1, ${MESSAGES}) as n`);
  await db.execute(sql`analyze`);
  return { conversationId, headers: asViewer({ id: ownerId, isAdmin: false, isApproved: true }) };
}

async function measure(database: Database): Promise<void> {
  const { conversationId, headers } = await prepare(database);
  const app = await startTestApp({ db: database.db });
  const thread = `/api/conversations/${conversationId}/messages?limit=50`;
  const anywhere = () => 1 + Math.floor(Math.random() * MESSAGES);
  const pages: Record<string, () => string> = {
    "the latest messages": () => thread,
    "messages before any of them": () => `${thread}&before=${anywhere()}`,
    "messages after any of them": () => `${thread}&after=${anywhere()}`,
    "the list of conversations": () => "/api/conversations",
    "a search in the messages": () => `/api/conversations?search=${anywhere()}`,
    "the unread count": () => "/api/conversations/unread",
    "a page of notifications": () => "/api/notifications",
  };
  print(`${MESSAGES.toLocaleString("en-US")} messages in one thread; ${load()}\n`);
  print(`${"milliseconds".padEnd(34)}${["p50", "p95", "p99", "max"].map((name) => name.padStart(8)).join("")}\n`);
  try {
    for (const [name, addressOf] of Object.entries(pages)) {
      const times: number[] = [];
      for (let call = 0; call < WARM_UP + CALLS; call += 1) {
        const startedAt = performance.now();
        const response = await fetch(app.origin + addressOf(), { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${name}: ${response.status}`);
        if (call >= WARM_UP) times.push(performance.now() - startedAt);
      }
      const isMet = percentile(times, 95) <= MAX_P95_MS;
      print(`${isMet ? "✓" : "✗"} ${summaryLine(name, times)}`);
      if (!isMet) process.exitCode = 1;
    }
  } finally {
    await app.close();
  }
  print(`p95 of each is at most ${MAX_P95_MS} ms; ${load()}\n`);
}

/** A message sent through one server, until a person connected to another has it. */
async function measureLive({ db }: Database, url: string): Promise<void> {
  const [renterId, ownerId] = [await createUser(db), await createUser(db)];
  const conversationId = await createConversation(db, { renterId, ownerId });
  const [renter, owner] = [renterId, ownerId].map((id) => asViewer({ id, isAdmin: false, isApproved: true }));
  const [sending, receiving] = [await startTestApp({ db }), await startConnectedApp({ db, url })];
  const reader = await readEventStream(`${receiving.origin}/api/events`, owner);
  const times: number[] = [];
  try {
    await reader.until((events) => events.length > 0);
    for (let count = 0; count < LIVE.warmUp + LIVE.messages; count += 1) {
      const before = reader.events.filter(({ type }) => type === "message_created").length;
      const startedAt = performance.now();
      const response = await fetch(`${sending.origin}/api/conversations/${conversationId}/messages/${newId()}`, {
        method: "PUT",
        headers: { ...renter, "content-type": "application/json" },
        body: JSON.stringify({ content: `Number ${count}` }),
      });
      if (!response.ok) throw new Error(`Sending: ${response.status} ${await response.text()}`);
      await reader.until((events) => events.filter(({ type }) => type === "message_created").length > before);
      if (count >= LIVE.warmUp) times.push(performance.now() - startedAt);
    }
  } finally {
    reader.close();
    await Promise.all([sending.close(), receiving.close()]);
  }
  const isMet = percentile(times, 95) <= MAX_LIVE_P95_MS;
  print(`${isMet ? "✓" : "✗"} ${summaryLine("a message, to another server", times)}`);
  print(`p95 is at most ${MAX_LIVE_P95_MS} ms; ${load()}\n`);
  if (!isMet) process.exitCode = 1;
}

const workspace = mkdtempSync(join(tmpdir(), "nexby-bench-messages-"));
chmodSync(workspace, 0o711);
const postgres = await startEmbeddedPostgres({
  directory: join(workspace, "postgres"),
  durable: false,
  log: () => undefined,
});
try {
  await setUpDatabase({ ownerUrl: postgres.ownerUrl, databaseUrl: postgres.applicationUrl });
  const database = openDatabase({ url: postgres.ownerUrl, poolSize: 4, onIdleError: () => undefined });
  try {
    await measure(database);
    await measureLive(database, postgres.ownerUrl);
  } finally {
    await database.close();
  }
} finally {
  await postgres.stop();
  rmSync(workspace, { recursive: true, force: true });
}
