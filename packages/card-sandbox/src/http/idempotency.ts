import { createHash } from "node:crypto";
import type { Context } from "./context.ts";
import { invalid, Refusal } from "./refusals.ts";

export type Outcome = { status: number; body: object };

const LONGEST_KEY = 255;
/** Stripe forgets keys after a day; so a product that comes back later must look before it asks again. */
const KEPT_SECONDS = 86_400;

export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = String(header);
  if (key.length > 0 && key.length <= LONGEST_KEY) return key;
  throw invalid(`Idempotency keys must be between 1 and ${LONGEST_KEY} characters.`, { param: "Idempotency-Key" });
}

/** The same for the same call, in whatever order its parameters came. */
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

/** What was answered to this key before. The caller holds the write lock, so nobody is just about to answer it. */
export async function findAnswer(
  { db, account, now }: Context,
  key: string,
  print: string,
): Promise<(Outcome & { requestId: string }) | null> {
  const { rows } = await db.query<Outcome & { fingerprint: string; requestId: string }>(
    `select fingerprint, status, body, request_id as "requestId" from card_sandbox.idempotent_answers
     where account = $1 and key = $2 and created > $3`,
    [account, key, now - KEPT_SECONDS],
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

export async function keepAnswer(
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

export async function forgetOldAnswers({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  await db.query("delete from card_sandbox.idempotent_answers where created <= $1", [now - KEPT_SECONDS]);
}
