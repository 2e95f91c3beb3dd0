import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, isPool } from "./db/db.ts";
import { namedStatement } from "./db/statements.ts";
import { AppError } from "./errors.ts";

export type Limit = { times: number; seconds: number };
type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

const keyOf = (parts: readonly string[]) => createHash("sha256").update(parts.join("\0")).digest("base64url");

const WINDOW = sql`${sql.placeholder("seconds")}::int * interval '1 second'`;

const KEYS = sql`unnest(${sql.placeholder("keys")}::text[]) as key`;

/** Counts a hit for each key that is within its limit, and returns these keys. Sorted, so that no two wait in a circle. */
const countHits = namedStatement(
  "count_hits",
  sql`
    insert into throttles as known (key, hits, expires_at)
    select key, array[clock_timestamp()], clock_timestamp() + ${WINDOW} from ${KEYS} order by key
    on conflict (key) do update set
      hits = array(select hit from unnest(known.hits) as hit where hit > clock_timestamp() - ${WINDOW}) || clock_timestamp(),
      expires_at = clock_timestamp() + ${WINDOW}
    where (select count(*) from unnest(known.hits) as hit where hit > clock_timestamp() - ${WINDOW})
      < ${sql.placeholder("times")}::int
    returning key`,
);

/** Keys hit in this turn of the event loop, by their limit. */
type Batch = { keys: Set<string>; counted: Promise<ReadonlySet<string>> };
const batches = new WeakMap<Db, Map<string, Batch>>();

/**
 * Whether the hit was counted. Hits that arrive together are counted in one statement: in a rush, a round trip and a
 * commit for each of them would cost more than the requests themselves.
 */
async function isCounted(db: Db, key: string, limit: Limit): Promise<boolean> {
  if (!isPool(db)) return (await count(db, [key], limit)).has(key);
  const open = batches.get(db) ?? new Map<string, Batch>();
  batches.set(db, open);
  const name = `${limit.times}/${limit.seconds}`;
  const batch = open.get(name);
  if (!batch) {
    const keys = new Set([key]);
    const counted = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      open.delete(name);
      return count(db, [...keys], limit);
    });
    open.set(name, { keys, counted });
    return (await counted).has(key);
  }
  // One statement can't count a key twice.
  if (batch.keys.has(key)) return (await count(db, [key], limit)).has(key);
  batch.keys.add(key);
  return (await batch.counted).has(key);
}

async function count(db: Db, keys: readonly string[], limit: Limit): Promise<ReadonlySet<string>> {
  const { rows } = await countHits(db, { keys, ...limit });
  return new Set(rows.map((row) => row.key));
}

/**
 * The mailbox that limits per email address count. Many providers deliver maya.r+any@… to mayar@…, so one person would
 * otherwise have as many limits as they like. Only for limits: accounts keep the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(0, at));
  const [untagged = ""] = local.split("+", 1);
  return `${untagged.replaceAll(".", "") || local}${address.slice(Math.max(0, at))}`;
}

/**
 * Counts a hit for `parts` (route, kind, subject) unless there were already `times` in the last `seconds`. The window
 * slides, so there is no boundary at which twice as much gets through, and all processes share it. Rejected hits do not
 * count, so waiting for the given time always helps.
 */
export async function throttle(db: Db, parts: readonly string[], { times, seconds }: Limit): Promise<Verdict> {
  const key = keyOf(parts);
  if (await isCounted(db, key, { times, seconds })) return { allowed: true };

  const window = sql`${seconds} * interval '1 second'`;
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ceil(extract(epoch from min(hit) + ${window} - clock_timestamp()))::int as seconds
    from throttles, unnest(hits) as hit where key = ${key} and hit > clock_timestamp() - ${window}`);
  return { allowed: false, retryAfterSeconds: Math.max(1, rows[0]?.seconds ?? 1) };
}

/** Counts a hit for `parts`, or refuses it. */
export async function assertWithin(db: Db, parts: readonly string[], limit: Limit, message?: string): Promise<void> {
  const verdict = await throttle(db, parts, limit);
  if (!verdict.allowed) throw new AppError("too_many_requests", message, verdict);
}

/** Takes the latest hit of `parts` out of the count. Call it once per counted hit that turned out harmless. */
export async function forgetHit(db: Db, parts: readonly string[]): Promise<void> {
  await db.execute(sql`update throttles set hits = trim_array(hits, 1) where key = ${keyOf(parts)} and hits <> '{}'`);
}

/** Resets the limit of `parts`, so that a verified owner need not wait because of someone else's attempts. */
export async function resetThrottle(db: Db, parts: readonly string[]): Promise<void> {
  await db.execute(sql`delete from throttles where key = ${keyOf(parts)}`);
}

export async function deleteExpiredThrottles(db: Db): Promise<void> {
  await db.execute(sql`delete from throttles where expires_at < clock_timestamp()`);
}
