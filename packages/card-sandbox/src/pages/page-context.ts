import type { Context } from "../http/context.ts";
import { PLATFORM } from "../http/context.ts";
import type { Deps } from "../http/mount-calls.ts";

/** A visitor of a page acts for nobody; the secret in the address says what it is about. */
export async function pageContext({ pool, now, settings }: Deps): Promise<Context> {
  return {
    db: pool,
    now: Math.floor((await now()).getTime() / 1000),
    account: PLATFORM,
    isServer: false,
    settings: settings(),
    request: { id: null, idempotencyKey: null },
  };
}
