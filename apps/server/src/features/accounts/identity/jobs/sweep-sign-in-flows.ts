import type { Db } from "../../../../platform/db/db.ts";
import { deleteOldIdentityLinks } from "../identity-links.repository.ts";
import { deleteOldSignInFlows } from "../sign-in-flows.repository.ts";

/** Forgets who left for the identity provider and did not come back, or came back and did not consent. */
export async function sweepSignInFlows(db: Db): Promise<void> {
  await deleteOldSignInFlows(db);
  await deleteOldIdentityLinks(db);
}
