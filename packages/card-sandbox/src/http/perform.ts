import { advance, runDueTimers } from "../advance.ts";
import { findBalanceTransaction } from "../money/balance-transactions.ts";
import { type DatabasePool, writing } from "../transaction.ts";
import type { Answer, Context, PathIds, PreparedCall } from "./call.ts";
import { findSavedResponse, type Outcome, saveResponse } from "./idempotency.ts";
import { listDocuments } from "./lists.ts";
import { invalid, Refusal } from "./refusals.ts";

type Performance = {
  prepared: PreparedCall;
  path: PathIds;
  fingerprint: string;
  /** Test fault: the effect stays, but the response is an error, also for every repeated call. */
  isErrorInjected: boolean;
};

export type Performed = Outcome & { replayOf: string | null };

export const SERVER_ERROR: Outcome = {
  status: 500,
  body: { error: { type: "api_error", message: "An error occurred on our side. (Simulated.)" } },
};

type RequestContext = Omit<Context, "db">;

/** Runs due timers before reading. */
export async function read(
  pool: DatabasePool,
  requestContext: RequestContext,
  { prepared, path }: Performance,
): Promise<Performed> {
  const context: Context = { ...requestContext, db: pool };
  await runDueTimers(pool, requestContext);
  const response = await prepared.run(context, path);
  return { status: 200, body: await expandResponse(context, response, prepared.expand), replayOf: null };
}

/** Runs once per idempotency key; repeated and concurrent calls get the first response. */
export function write(
  pool: DatabasePool,
  requestContext: RequestContext,
  performance: Performance,
): Promise<Performed> {
  return writing(pool, async (db) => {
    const context: Context = { ...requestContext, db };
    await advance(context);
    const { idempotencyKey: key } = requestContext.request;
    const { fingerprint } = performance;
    const saved = key === null ? null : await findSavedResponse(context, key, fingerprint);
    if (saved) return { status: saved.status, body: saved.body, replayOf: saved.requestId };

    const result = await attempt(context, performance);
    const outcome = performance.isErrorInjected ? SERVER_ERROR : result;
    if (key !== null) await saveResponse(context, key, fingerprint, outcome);
    return { ...outcome, replayOf: null };
  });
}

/** An error rolls back what the call did, unless that must stay on record. */
async function attempt(context: Context, { prepared, path }: Performance): Promise<Outcome> {
  await context.db.query("savepoint attempt");
  try {
    const response = await prepared.run(context, path);
    return { status: 200, body: await expandResponse(context, response, prepared.expand) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!error.isEffectKept) await context.db.query("rollback to savepoint attempt");
    return { status: error.status, body: { error: error.body } };
  }
}

/** Properties, by object type, whose id can be replaced by the object it names. */
const EXPANDABLE: Record<string, readonly string[]> = {
  balance_transaction: ["source"],
  charge: [
    "balance_transaction",
    "customer",
    "failure_balance_transaction",
    "payment_intent",
    "refunds",
    "source_transfer",
  ],
  customer: [],
  dispute: ["charge", "payment_intent"],
  payment_intent: ["customer", "latest_charge", "payment_method"],
  payment_method: ["customer"],
  payout: ["balance_transaction", "failure_balance_transaction"],
  "radar.early_fraud_warning": ["charge", "payment_intent"],
  refund: ["balance_transaction", "charge", "failure_balance_transaction", "payment_intent"],
  setup_intent: ["customer", "payment_method"],
  transfer: ["balance_transaction", "destination", "destination_payment", "source_transaction"],
  transfer_reversal: ["balance_transaction", "transfer"],
};

const MAX_DEPTH = 4;

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Expands a copy; the given response stays unchanged. */
async function expandResponse(context: Context, response: Answer, paths: readonly string[]): Promise<Answer> {
  if (paths.length === 0) return response;
  const copy: Node = structuredClone({ ...response });
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > MAX_DEPTH) {
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`, { param: "expand" });
    }
    await expandPath(context, copy, steps, path);
  }
  return copy;
}

async function expandPath(context: Context, node: Node, [step = "", ...rest]: string[], path: string): Promise<void> {
  if (node.object === "list" || node.object === "search_result") {
    if (step !== "data" || !Array.isArray(node.data)) throw notExpandable(path);
    for (const item of node.data) if (isNode(item)) await expandPath(context, item, rest, path);
    return;
  }
  if (!EXPANDABLE[String(node.object)]?.includes(step)) throw notExpandable(path);
  const value = step === "refunds" ? await refundsOf(context, String(node.id)) : node[step];
  const expanded = typeof value === "string" ? await load(context, value, node, step) : value;
  node[step] = expanded;
  if (rest.length > 0 && isNode(expanded)) await expandPath(context, expanded, rest, path);
}

const notExpandable = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: "expand" });

const refundsOf = (context: Context, charge: string) =>
  listDocuments(context, "refund", `/v1/charges/${charge}/refunds`, {}, { charge });

/** A destination payment belongs to the connected account, but the platform may expand it. */
async function load(context: Context, id: string, parent: Node, step: string): Promise<unknown> {
  if (id.startsWith("txn_")) return findBalanceTransaction(context, id);
  const account = step === "destination_payment" ? String(parent.destination) : context.account;
  const { rows } = await context.db.query<{ body: Node }>(
    "select body from card_sandbox.documents where id = $1 and account = $2",
    [id, account],
  );
  return rows[0]?.body ?? id;
}
