import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { listHistory, listNotifications } from "../apps/server/src/features/notifications/notifications.queries.ts";
import { type Db, openDatabase } from "../apps/server/src/platform/db/db.ts";
import { applyMigrations, withSetupLock } from "../apps/server/src/platform/db/migrate.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { percentile, print } from "./search/percentiles.ts";

const NOTIFICATIONS = 10_000;
const ROUNDS = 200;
const MAX_P95_MS = 50;

const userId = newId();
const viewer = { id: userId, isAdmin: false, isApproved: true, sessionId: newId() };

/** One person with 10,000 notifications, each mailed, among as many of other people. */
async function fill(ownerUrl: string): Promise<void> {
  await withSetupLock(ownerUrl, async (client) => {
    await applyMigrations(client);
    await client.query(
      "insert into users (id, email) values ($1, 'bench@nexby.example'), ($2, 'other@nexby.example')",
      [userId, newId()],
    );
    await client.query(`
      insert into notifications (id, user_id, type, title, message, is_read, read_at, created_at)
      select gen_random_uuid(), users.id, 'system', 'Title ' || number, 'Message', number % 3 > 0,
        case when number % 3 > 0 then now() end, now() - number * interval '1 minute'
      from users, generate_series(1, ${NOTIFICATIONS}) as number where users.email like '%@nexby.example'`);
    await client.query(`
      insert into outgoing_messages (id, channel, recipient, status, attempts, sent_at)
      select id, 'mail', 'bench@nexby.example', 'sent', 1, now() from notifications`);
    await client.query(`
      insert into notifications_log (id, notification_id, user_id, channel, state, reason, due_at, message_id)
      select gen_random_uuid(), notifications.id, user_id, channel, case when channel = 'email' then 'handed_over' else 'skipped' end,
        case when channel = 'email' then null else 'no_device' end, created_at,
        case when channel = 'email' then notifications.id end
      from notifications, unnest(array['email', 'push']) as channel`);
    await client.query("vacuum analyze");
  });
}

const PAGES: Record<string, (db: Db, cursor: string | undefined) => Promise<{ nextCursor: string | null }>> = {
  notifications: (db, cursor) => listNotifications(db, viewer, { limit: 24, cursor }),
  history: (db, cursor) => listHistory(db, viewer, { limit: 24, cursor }),
  "history, unread": (db, cursor) => listHistory(db, viewer, { limit: 24, cursor, isRead: false }),
  "history, mailed": (db, cursor) => listHistory(db, viewer, { limit: 24, cursor, channel: "email" }),
  "history, none on the channel": (db) => listHistory(db, viewer, { limit: 24, channel: "sms" }),
};

/** Page after page, so that later pages count, too. */
async function measure(db: Db, name: string, read: (typeof PAGES)[string]): Promise<void> {
  const times: number[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    cursor = (await read(db, cursor)).nextCursor ?? undefined;
    times.push(performance.now() - startedAt);
  }
  const p95 = percentile(times, 95);
  const isMet = p95 <= MAX_P95_MS;
  print(`${isMet ? "✓" : "✗"} ${name}: p95 ${p95.toFixed(1)} ms, at most ${MAX_P95_MS} ms\n`);
  if (!isMet) process.exitCode = 1;
}

const directory = mkdtempSync(join(tmpdir(), "nexby-bench-notifications-"));
// As root, the database server runs as another user.
chmodSync(directory, 0o711);
const server = await startEmbeddedPostgres({
  directory: join(directory, "postgres"),
  durable: false,
  log: () => undefined,
});
try {
  await fill(server.ownerUrl);
  print(
    `Pages among ${NOTIFICATIONS.toLocaleString("en-US")} notifications; load of this machine: ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const { db, close } = openDatabase({ url: server.ownerUrl, poolSize: 2, onIdleError: () => undefined });
  for (const [name, read] of Object.entries(PAGES)) await measure(db, name, read);
  await close();
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
