import type { Fault, FaultKind } from "./settings.ts";
import type { Db } from "./transaction.ts";

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
