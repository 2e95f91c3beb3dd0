import type { Db } from "../../platform/db/db.ts";
import { deleteOldIdentityLinks, deleteOldSignInFlows } from "./identities.queries.ts";
import { deleteOldPasswordResets } from "./passwords.ts";
import { deleteOldCodes, markLapsedCodesExpired } from "./verification-codes.ts";

/** Forgets who left for the identity provider and did not come back, or came back and did not consent. */
export async function sweepSignInFlows(db: Db): Promise<void> {
  await deleteOldSignInFlows(db);
  await deleteOldIdentityLinks(db);
}

/** Says of codes what time has made of them, and forgets what is of no use any more. */
export async function sweepCodesAndLinks(db: Db): Promise<void> {
  await markLapsedCodesExpired(db);
  await deleteOldCodes(db);
  await deleteOldPasswordResets(db);
}
