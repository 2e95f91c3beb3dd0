import type { Context } from "../http/context.ts";
import { PLATFORM } from "../http/context.ts";
import { noAccess } from "../http/refusals.ts";
import type { Kept } from "../store/documents.ts";
import { find } from "../store/store.ts";

/** An owner's account, whatever account the platform acts for. One that left is like one that never was. */
export async function getConnectedAccount({ db }: Pick<Context, "db">, id: string): Promise<Kept<"account">> {
  const found = await find({ db, account: PLATFORM }, "account", id);
  if (!found?.facts.isConnected) throw noAccess(id);
  return found;
}
