import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "../transaction.ts";
import { type Context, PLATFORM } from "./call.ts";
import { invalid, noAccess, notAuthorized, Refusal } from "./refusals.ts";

export type Outcome = { status: number; body: object };

const MAX_KEY = 255;
/** Stripe forgets keys after a day, so a later retry must first check whether the call succeeded. */
const RETENTION_SECONDS = 86_400;

export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = String(header);
  if (key.length > 0 && key.length <= MAX_KEY) return key;
  throw invalid(`Idempotency keys must be between 1 and ${MAX_KEY} characters.`, { param: "Idempotency-Key" });
}

/** Equal for equal calls, regardless of the order of their parameters. */
export function fingerprint(method: string, path: string, given: unknown): string {
  return createHash("sha256")
    .update(`${method} ${path} ${canonical(given)}`)
    .digest("hex");
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** The response saved for this key. The caller holds the write lock, so no other call is about to save one. */
export async function findSavedResponse(
  { db, account, now }: Context,
  key: string,
  print: string,
): Promise<(Outcome & { requestId: string }) | null> {
  const { rows } = await db.query<Outcome & { fingerprint: string; requestId: string }>(
    `select fingerprint, status, body, request_id as "requestId" from card_sandbox.idempotent_answers
     where account = $1 and key = $2 and created > $3`,
    [account, key, now - RETENTION_SECONDS],
  );
  const [found] = rows;
  if (!found || found.fingerprint === print) return found ?? null;
  throw new Refusal(400, {
    type: "idempotency_error",
    message:
      "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a " +
      `key other than '${key}' if you meant to execute a different request.`,
  });
}

export async function saveResponse(
  { db, account, now, request }: Context,
  key: string,
  print: string,
  { status, body }: Outcome,
): Promise<void> {
  await db.query(
    `insert into card_sandbox.idempotent_answers (account, key, fingerprint, status, body, request_id, created)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account, key) do update set
       fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
       request_id = excluded.request_id, created = excluded.created`,
    [account, key, print, status, JSON.stringify(body), request.id, now],
  );
}

export async function deleteExpiredResponses({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  await db.query("delete from card_sandbox.idempotent_answers where created <= $1", [now - RETENTION_SECONDS]);
}

export type Keys = { secret: string; publishable: string };

type Caller = { isServer: boolean };

/** Live keys are rejected before anything else: no real data must end up here. */
export function authenticate(headers: IncomingHttpHeaders, keys: Keys, needed: "secret" | "publishable"): Caller {
  const key = keyFrom(headers.authorization);
  if (key === null) {
    throw notAuthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
    );
  }
  if (/^[a-z]+_live_/.test(key)) throw notAuthorized("The card sandbox refuses live keys.");
  if (key === keys.secret) return { isServer: true };
  if (key !== keys.publishable) throw notAuthorized("Invalid API Key provided.");
  if (needed === "publishable") return { isServer: false };
  throw notAuthorized("This API call cannot be made with a publishable API key. Please use a secret API key.");
}

function keyFrom(authorization: string | undefined): string | null {
  const [scheme = "", value = ""] = (authorization ?? "").split(" ");
  if (scheme.toLowerCase() === "bearer" && value !== "") return value;
  if (scheme.toLowerCase() !== "basic") return null;
  return Buffer.from(value, "base64").toString().split(":")[0] || null;
}

/** The account the call acts for: the platform, or one of its connected accounts. */
export async function accountOf(db: Db, headers: IncomingHttpHeaders): Promise<string> {
  const account = headers["stripe-account"];
  if (account === undefined) return PLATFORM;
  const { rows } = await db.query<{ id: string }>(
    "select id from card_sandbox.documents where id = $1 and kind = 'account' and (facts->>'isConnected')::boolean",
    [String(account)],
  );
  if (!rows[0]) throw noAccess(String(account));
  return rows[0].id;
}
