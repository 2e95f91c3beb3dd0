import { randomInt } from "node:crypto";
import type Stripe from "stripe";
import type { Context } from "./http/call.ts";
import { noSuch } from "./http/refusals.ts";
import type { TestCardName } from "./test-cards.ts";

/** Stored documents by kind, in the types of the official SDK. */
export type Documents = {
  account: Stripe.Account;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payout: Stripe.Payout;
  "radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  webhook_endpoint: Stripe.WebhookEndpoint;
};

export type Kind = keyof Documents;

/** Internal state of a document that the API never returns. */
type Facts = {
  account: { links: Record<string, AccountLink>; isConnected: boolean };
  charge: { card: TestCardName | null; increments?: number };
  customer: Record<string, never>;
  dispute: { isInquiry: boolean };
  payment_intent: IntentFacts;
  payment_method: { card: TestCardName; isSpent: boolean; isSetUpForLater: boolean };
  payout: Record<string, never>;
  "radar.early_fraud_warning": Record<string, never>;
  refund: Record<string, never>;
  setup_intent: { returnUrl: string | null };
  transfer: { availableOn: number };
  transfer_reversal: Record<string, never>;
  webhook_endpoint: { secret: string; isConnect: boolean };
};

type IntentFacts = { returnUrl: string | null; mandate: "customer" | "merchant" };

export type AccountLink = { expiresAt: number; refreshUrl: string; returnUrl: string; isUsed: boolean };

export type Kept<K extends Kind> = { body: Documents[K]; facts: Facts[K] };

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Stripe-style id: a prefix for the kind, then letters and digits. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

export const newClientSecret = (id: string): string => `${id}_secret_${randomText(24)}`;

/** Names of kinds in error messages. */
const MESSAGE_NAMES: Partial<Record<Kind, string>> = {
  payment_intent: "payment_intent",
  payment_method: "PaymentMethod",
  setup_intent: "setupintent",
  webhook_endpoint: "webhook endpoint",
  "radar.early_fraud_warning": "early_fraud_warning",
};

export async function find<K extends Kind>(
  { db, account }: Pick<Context, "db" | "account">,
  kind: K,
  id: string,
): Promise<Kept<K> | null> {
  const { rows } = await db.query<Kept<K>>(
    "select body, facts from card_sandbox.documents where id = $1 and kind = $2 and account = $3",
    [id, kind, account],
  );
  return rows[0] ?? null;
}

/** `param` is the parameter that held the id, if it was one. */
export async function get<K extends Kind>(
  context: Pick<Context, "db" | "account">,
  kind: K,
  id: string,
  param = "id",
): Promise<Kept<K>> {
  const found = await find(context, kind, id);
  if (!found) throw noSuch(MESSAGE_NAMES[kind] ?? kind, id, param);
  return found;
}

export async function getBody<K extends Kind>(
  context: Pick<Context, "db" | "account">,
  kind: K,
  id: string,
  param?: string,
): Promise<Documents[K]> {
  return (await get(context, kind, id, param)).body;
}

export async function insert<K extends Kind>(
  { db, account, now }: Pick<Context, "db" | "account" | "now">,
  kind: K,
  body: Documents[K],
  facts: Facts[K],
): Promise<void> {
  await db.query(
    "insert into card_sandbox.documents (id, kind, account, created, body, facts) values ($1, $2, $3, $4, $5, $6)",
    [body.id, kind, account, now, JSON.stringify(body), JSON.stringify(facts)],
  );
}

/** Needs no account: the caller has read the document within the same transaction. */
export async function replace<K extends Kind>(
  { db }: Pick<Context, "db">,
  kind: K,
  body: Documents[K],
  facts?: Facts[K],
): Promise<void> {
  await db.query(
    "update card_sandbox.documents set body = $3, facts = coalesce($4, facts) where id = $1 and kind = $2",
    [body.id, kind, JSON.stringify(body), facts ? JSON.stringify(facts) : null],
  );
}

export type TimerKind =
  | "authorization_expiry"
  | "automatic_payout"
  | "dispute"
  | "dispute_verdict"
  | "fraud_warning"
  | "inquiry"
  | "payout_arrival"
  | "refund_failure"
  | "refund_funding"
  | "refund_success"
  | "settlement"
  | "two_disputes";

type Timer = { due: number; kind: TimerKind; subject: string };

/** Timers follow the product's clock and run at the next call or poll after they are due. */
export async function schedule({ db, account }: Context, { due, kind, subject }: Timer): Promise<void> {
  await db.query("insert into card_sandbox.timers (due, kind, account, subject) values ($1, $2, $3, $4)", [
    due,
    kind,
    account,
    subject,
  ]);
}

export async function takeDueTimer({ db, now }: Context): Promise<(Timer & { account: string }) | null> {
  const { rows } = await db.query<{ due: string; kind: TimerKind; account: string; subject: string }>(
    `delete from card_sandbox.timers
     where id = (select id from card_sandbox.timers where due <= $1 order by due, id limit 1)
     returning due, kind, account, subject`,
    [now],
  );
  return rows[0] ? { ...rows[0], due: Number(rows[0].due) } : null;
}

export async function isTimerDue({ db, now }: Pick<Context, "db" | "now">): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>(
    "select exists (select 1 from card_sandbox.timers where due <= $1) as due",
    [now],
  );
  return rows[0]?.due ?? false;
}
