import type { Db } from "../../platform/db/db.ts";
import { deleteOldCodes, markLapsedCodesExpired } from "./contact-codes.ts";
import { deleteOldPasswordResets } from "./passwords.ts";
import { deleteOldIdentityLinks, deleteOldSignInFlows } from "./sign-in-providers.queries.ts";

/** Deletes sign-ins with a sign-in provider that were never finished or confirmed. */
export async function deleteUnfinishedSignIns(db: Db): Promise<void> {
  await deleteOldSignInFlows(db);
  await deleteOldIdentityLinks(db);
}

/** Marks expired codes and deletes old codes and password links. */
export async function deleteOldCodesAndLinks(db: Db): Promise<void> {
  await markLapsedCodesExpired(db);
  await deleteOldCodes(db);
  await deleteOldPasswordResets(db);
}
