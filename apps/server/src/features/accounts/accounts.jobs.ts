import type { Db } from "../../platform/db/db.ts";
import { deleteOldIdentityLinks, deleteOldSignInFlows } from "./identities.queries.ts";
import { deleteOldPasswordResets } from "./passwords.ts";
import { deleteOldCodes, markLapsedCodesExpired } from "./verification-codes.ts";

/** Deletes sign-ins with an identity provider that were never finished or confirmed. */
export async function sweepSignInFlows(db: Db): Promise<void> {
  await deleteOldSignInFlows(db);
  await deleteOldIdentityLinks(db);
}

/** Marks expired codes and deletes old codes and password links. */
export async function sweepCodesAndLinks(db: Db): Promise<void> {
  await markLapsedCodesExpired(db);
  await deleteOldCodes(db);
  await deleteOldPasswordResets(db);
}
