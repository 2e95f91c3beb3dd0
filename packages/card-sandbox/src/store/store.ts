import type { Context } from "../http/context.ts";
import { noSuch } from "../http/refusals.ts";
import type { Documents, Facts, Kept, Kind } from "./documents.ts";

/** As messages call a kind. */
const SPOKEN: Partial<Record<Kind, string>> = {
  payment_intent: "payment_intent",
  payment_method: "PaymentMethod",
  setup_intent: "setupintent",
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

/** `param` is the parameter that named it, if it was one. */
export async function get<K extends Kind>(
  context: Pick<Context, "db" | "account">,
  kind: K,
  id: string,
  param = "id",
): Promise<Kept<K>> {
  const found = await find(context, kind, id);
  if (!found) throw noSuch(SPOKEN[kind] ?? kind, id, param);
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

/** The account is not asked for: whoever replaces a document has read it within the same transaction. */
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
