import type { Db } from "./transaction.ts";

export type FaultKind =
  | "conflict"
  | "decline"
  | "no_answer"
  | "no_answer_after_success"
  | "reset_after_success"
  | "server_error"
  | "server_error_kept"
  | "rate_limit"
  | "slow"
  | "webhook_dropped";

/** A fault to simulate for the next `times` matching calls or webhooks. */
export type Fault = {
  kind: FaultKind;
  method?: "GET" | "POST" | "DELETE" | undefined;
  /** Path prefix, such as /v1/refunds. */
  path?: string | undefined;
  /** Only for dropped webhooks. */
  eventType?: string | undefined;
  times?: number | undefined;
  milliseconds?: number | undefined;
};

export type DeliverySettings = {
  /** Polling interval for due webhooks and timers; 0 means only on request. */
  everyMilliseconds: number;
  /** Determines which events are delivered twice and in which order. */
  seed: number;
  /** The share of events that are delivered twice, from 0 to 1. */
  doubles: number;
  /** True if events may overtake each other. */
  isShuffled: boolean;
  /** Delays before each retry, in seconds of real time; after the last one, the delivery has failed. */
  retrySeconds: readonly number[];
};

export const DELIVERY_DEFAULTS: DeliverySettings = {
  everyMilliseconds: 500,
  seed: 1,
  doubles: 0.2,
  isShuffled: true,
  retrySeconds: [1, 5, 30, 120, 600, 3_600, 3_600, 3_600],
};

/** Settings known once the server listens. */
export type Settings = {
  /** Origin at which browsers reach the pages. */
  pageOrigin: string;
  /** False if events go only to the endpoints created by API. */
  hasWebhook: boolean;
  /** Null until the product listens. */
  webhookUrl: string | null;
  webhookSecret: string;
  delivery: DeliverySettings;
  /** True if the sandbox keeps its own time, which can be moved forward. */
  hasOwnClock: boolean;
  /** Delay from a capture to the card's chargeback or fraud warning, in seconds of the product's clock. */
  laterSeconds: number;
};

const LIVE_KEY = /^[a-z]+_live_/;

/** Sandbox money must never be mistaken for real money. */
export function assertNotProduction(keys: readonly (string | undefined)[]): void {
  if (process.env.NODE_ENV === "production") throw new Error("The card sandbox does not run in production.");
  if (keys.some((key) => key !== undefined && LIVE_KEY.test(key))) {
    throw new Error("The card sandbox does not run with live keys.");
  }
}

export const FAULT_KINDS: readonly FaultKind[] = [
  "conflict",
  "decline",
  "no_answer",
  "no_answer_after_success",
  "reset_after_success",
  "server_error",
  "server_error_kept",
  "rate_limit",
  "slow",
  "webhook_dropped",
];

/** Longer than callers wait. A slow response, in contrast, must still arrive. */
const SILENCE_MILLISECONDS = 60_000;
const SLOW_MILLISECONDS = 1_000;

export type TakenFault = { kind: FaultKind; milliseconds: number };

export async function addFault(db: Db, fault: Fault): Promise<void> {
  const { kind, method = null, path = null, eventType = null, times = 1 } = fault;
  const milliseconds = fault.milliseconds ?? (kind === "slow" ? SLOW_MILLISECONDS : SILENCE_MILLISECONDS);
  await db.query(
    `insert into card_sandbox.faults (kind, method, path, event_type, milliseconds, remaining)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, method, path, eventType, milliseconds, times],
  );
}

export async function clearFaults(db: Db): Promise<void> {
  await db.query("delete from card_sandbox.faults");
}

/** Returns and uses up the fault set for this call, if any; all processes share the count. */
export async function takeCallFault(db: Db, method: string, path: string): Promise<TakenFault | null> {
  const condition = "coalesce(method, $1) = $1 and starts_with($2, coalesce(path, ''))";
  return take(db, `kind not in ('decline', 'webhook_dropped') and ${condition}`, [method, path]);
}

/** True if the bank is to decline this charge, whatever its card. */
export async function takeDecline(db: Db): Promise<boolean> {
  return (await take(db, "kind = 'decline'", [])) !== null;
}

export async function takeWebhookFault(db: Db, eventType: string): Promise<TakenFault | null> {
  return take(db, "kind = 'webhook_dropped' and coalesce(event_type, $1) = $1", [eventType]);
}

async function take(db: Db, condition: string, values: string[]): Promise<TakenFault | null> {
  const { rows } = await db.query<TakenFault>(
    `update card_sandbox.faults set remaining = remaining - 1
     where id = (
       select id from card_sandbox.faults where remaining > 0 and ${condition} order by id limit 1 for update
     ) and remaining > 0
     returning kind, milliseconds`,
    values,
  );
  return rows[0] ?? null;
}
