import { createHmac } from "node:crypto";
import { runDueTimers } from "../advance.ts";
import { deleteExpiredResponses } from "../http/idempotency.ts";
import type { Deps } from "../http/mount-calls.ts";
import { pageContext } from "../pages/pages.ts";
import { type Settings, takeWebhookFault } from "../settings.ts";
import type { Db } from "../transaction.ts";
import type { EventBody } from "./emit.ts";

const RESPONSE_TIMEOUT_MILLISECONDS = 10_000;
/** A process that has not reported back by then has died, and another one delivers again. */
const LEASE_SECONDS = 60;

type Claimed = { id: string; attempts: number; body: EventBody; endpoint: string | null };

type Destination = { url: string; secret: string };

type DeliverOptions = {
  /** Also attempts deliveries that are not due yet. */
  isEarly?: boolean;
  /** Stops the work, even during an attempt, which then counts as failed. */
  signal?: AbortSignal;
};

/** Attempts each due delivery once. */
async function deliverDue(
  db: Db,
  settings: Settings,
  { isEarly = false, signal }: DeliverOptions = {},
): Promise<number> {
  const seen: string[] = [];
  while (!signal?.aborted) {
    const claimed = await claim(db, seen, { isEarly, isReachable: settings.webhookUrl !== null });
    if (!claimed) break;
    seen.push(claimed.id);
    await deliver(db, settings, claimed, signal);
  }
  return seen.length;
}

type ClaimOptions = { isEarly: boolean; isReachable: boolean };

async function claim(db: Db, seen: readonly string[], { isEarly, isReachable }: ClaimOptions): Promise<Claimed | null> {
  const { rows } = await db.query<Claimed>(
    `update card_sandbox.deliveries d
     set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     from card_sandbox.events e
     where e.id = d.event_id and d.id = (
       select id from card_sandbox.deliveries
       where state = 'pending' and id <> all($1::bigint[]) and ($2::boolean or due_at <= clock_timestamp())
         and (endpoint is not null or $3::boolean)
       order by place, id limit 1 for update skip locked)
     returning d.id, d.attempts, e.body, d.endpoint`,
    [seen, isEarly, isReachable],
  );
  return rows[0] ?? null;
}

async function findDestination(db: Db, settings: Settings, endpoint: string | null): Promise<Destination | null> {
  if (endpoint === null) {
    return settings.webhookUrl === null ? null : { url: settings.webhookUrl, secret: settings.webhookSecret };
  }
  const { rows } = await db.query<Destination>(
    `select body->>'url' as url, facts->>'secret' as secret from card_sandbox.documents
     where id = $1 and kind = 'webhook_endpoint'`,
    [endpoint],
  );
  return rows[0] ?? null;
}

async function deliver(
  db: Db,
  settings: Settings,
  { id, attempts, body, endpoint }: Claimed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const destination = await findDestination(db, settings, endpoint);
  if (destination === null || (await takeWebhookFault(db, body.type))) {
    await db.query("update card_sandbox.deliveries set state = 'dropped' where id = $1", [id]);
    return;
  }
  const { status, error } = await send(destination, body, signal);
  const isDelivered = status !== null && status >= 200 && status < 300;
  const wait = settings.delivery.retrySeconds[attempts - 1];
  const state = isDelivered ? "delivered" : wait === undefined ? "failed" : "pending";
  await db.query(
    `update card_sandbox.deliveries
     set state = $2, last_status = $3, last_error = $4, due_at = clock_timestamp() + make_interval(secs => $5)
     where id = $1`,
    [id, state, status, error, wait ?? 0],
  );
}

type SendResult = { status: number | null; error: string | null };

async function send(
  { url, secret }: Destination,
  body: EventBody,
  signal: AbortSignal | undefined,
): Promise<SendResult> {
  const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MILLISECONDS);
  const text = JSON.stringify({ ...body, pending_webhooks: 1 });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signatureHeader(text, secret),
        "user-agent": "Stripe/1.0 (+card sandbox)",
      },
      body: text,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Proves to a receiver who wrote the body, and when. Uses real time, because receivers compare it with theirs. */
function signatureHeader(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}

/** Delivers an event once more, to every address it was meant for. Returns their number. */
export async function resendEvent(db: Db, id: string): Promise<number> {
  const { rowCount } = await db.query(
    `insert into card_sandbox.deliveries (event_id, is_double, state, place, due_at, endpoint)
     select distinct on (d.endpoint) e.id, true, 'pending', e.seq, clock_timestamp(), d.endpoint
     from card_sandbox.events e join card_sandbox.deliveries d on d.event_id = e.id where e.id = $1`,
    [id],
  );
  return rowCount ?? 0;
}

/** Runs due timers, then delivers the events. */
export async function settle(deps: Deps, options: DeliverOptions = {}): Promise<number> {
  const context = await pageContext(deps);
  await deleteExpiredResponses(context);
  await runDueTimers(deps.pool, context);
  return deliverDue(deps.pool, deps.settings(), options);
}

/** Polls for due timers and deliveries, one poll after another. */
export function startBackground(deps: Deps): { stop(): Promise<void> } {
  const { everyMilliseconds } = deps.settings().delivery;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const { signal } = stopping;

  const poll = async () => {
    // The database may be unavailable for a while; the next poll tries again.
    await settle(deps, { signal }).catch(deps.onError);
    scheduleNextPoll();
  };
  const scheduleNextPoll = () => {
    if (signal.aborted || everyMilliseconds === 0) return;
    timer = setTimeout(() => {
      running = poll();
    }, everyMilliseconds);
    timer.unref();
  };
  scheduleNextPoll();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
