import type { Context } from "../http/context.ts";
import { invalid } from "../http/refusals.ts";
import type { Kept } from "../store/documents.ts";
import { get } from "../store/store.ts";

/** A browser shows by the client secret that the intent is its own; a server need not. */
export async function getIntentForBrowser<K extends "payment_intent" | "setup_intent">(
  context: Context,
  id: string,
  clientSecret: string | undefined,
  kind: K,
): Promise<Kept<K>> {
  const kept = await get(context, kind, id);
  const isWrong = clientSecret !== undefined && clientSecret !== kept.body.client_secret;
  if (!isWrong && (context.isServer || clientSecret !== undefined)) return kept;
  throw invalid(
    clientSecret === undefined
      ? "Missing required param: client_secret."
      : "The client_secret provided does not match any associated intent on this account.",
    { code: clientSecret === undefined ? "parameter_missing" : "resource_missing", param: "client_secret" },
  );
}
