import type { Pool } from "pg";
import { advance } from "../advance.ts";
import { findBalanceTransaction } from "../money/balance-transactions.ts";
import { isTimerDue } from "../timers.ts";
import { writing } from "../transaction.ts";
import type { Answer, Context, PathIds, PreparedCall } from "./call.ts";
import { findAnswer, keepAnswer, type Outcome } from "./idempotency.ts";
import { listDocuments } from "./lists.ts";
import { invalid, Refusal } from "./refusals.ts";

type Performance = {
  prepared: PreparedCall;
  path: PathIds;
  /** By which a repeated call is known as the same. */
  fingerprint: string;
  /** Set for tests: the effect stays, the answer is an error, and so it is for everybody who asks again. */
  isAnswerSpoilt: boolean;
};

export type Performed = Outcome & { replayOf: string | null };

export const SERVER_ERROR: Outcome = {
  status: 500,
  body: { error: { type: "api_error", message: "An error occurred on our side. (Set on purpose.)" } },
};

type Asked = Omit<Context, "db">;

/** Reads what there is, once what is due has happened. */
export async function read(pool: Pool, asked: Asked, { prepared, path }: Performance): Promise<Performed> {
  const context: Context = { ...asked, db: pool };
  if (await isTimerDue(context)) await writing(pool, (db) => advance({ ...asked, db }));
  const answer = await prepared.run(context, path);
  return { status: 200, body: await expandAnswer(context, answer, prepared.expand), replayOf: null };
}

/** Does it once for each idempotency key; whoever asks again, or at the same time, gets the answer of the first. */
export function write(pool: Pool, asked: Asked, performance: Performance): Promise<Performed> {
  return writing(pool, async (db) => {
    const context: Context = { ...asked, db };
    await advance(context);
    const { idempotencyKey: key } = asked.request;
    const { fingerprint } = performance;
    const earlier = key === null ? null : await findAnswer(context, key, fingerprint);
    if (earlier) return { status: earlier.status, body: earlier.body, replayOf: earlier.requestId };

    const done = await attempt(context, performance);
    const outcome = performance.isAnswerSpoilt ? SERVER_ERROR : done;
    if (key !== null) await keepAnswer(context, key, fingerprint, outcome);
    return { ...outcome, replayOf: null };
  });
}

/** A refusal undoes what the call did, unless that is to stay on record. */
async function attempt(context: Context, { prepared, path }: Performance): Promise<Outcome> {
  await context.db.query("savepoint attempt");
  try {
    const answer = await prepared.run(context, path);
    return { status: 200, body: await expandAnswer(context, answer, prepared.expand) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!error.isEffectKept) await context.db.query("rollback to savepoint attempt");
    return { status: error.status, body: { error: error.body } };
  }
}

/** Which properties of which object hold an id that can be replaced by what it names. */
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

const DEEPEST = 4;

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Works on a copy: what was answered before is what the idempotency key remembers. */
async function expandAnswer(context: Context, answer: Answer, paths: readonly string[]): Promise<Answer> {
  if (paths.length === 0) return answer;
  const copy: Node = structuredClone({ ...answer });
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > DEEPEST) {
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property (${path}).`, { param: "expand" });
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

/** A destination payment lies on the connected account and is shown to the platform all the same. */
async function load(context: Context, id: string, parent: Node, step: string): Promise<unknown> {
  if (id.startsWith("txn_")) return findBalanceTransaction(context, id);
  const account = step === "destination_payment" ? String(parent.destination) : context.account;
  const { rows } = await context.db.query<{ body: Node }>(
    "select body from card_sandbox.documents where id = $1 and account = $2",
    [id, account],
  );
  return rows[0]?.body ?? id;
}
