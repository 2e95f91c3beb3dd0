import { findBalanceTransaction } from "../money/balance-transactions.ts";
import type { Answer } from "./call.ts";
import type { Context } from "./context.ts";
import { listDocuments } from "./lists.ts";
import { invalid } from "./refusals.ts";

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
export async function expandAnswer(context: Context, answer: Answer, paths: readonly string[]): Promise<Answer> {
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
