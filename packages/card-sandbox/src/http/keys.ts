import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "../database/transaction.ts";
import { PLATFORM } from "./context.ts";
import { noAccess, notAuthorized } from "./refusals.ts";

export type Keys = { secret: string; publishable: string };

export type Caller = { isServer: boolean };

/** Whoever holds a key. Live keys are turned away before anything else: nothing real shall end up here. */
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

/** For whom the call is made: the platform, or one of its connected accounts. */
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
