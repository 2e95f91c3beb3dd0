import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { deleteAllSessions } from "../../sessions/sessions.repository.ts";
import type { User } from "../../users.repository.ts";
import { reinstatementLetter } from "../account-letters.ts";
import { actOnAccount } from "../act-on-account.ts";

type Input = { userId: string; reason: string; siteUrl: string };

/** Lets a suspended account in again, approved or not as it was. */
export async function reinstateAccount(db: Db, viewer: Viewer, { userId, reason, siteUrl }: Input): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await actOnAccount(tx, viewer, userId, {
      allowedAs: "reinstate",
      action: "account_reinstated",
      changes: { suspendedAt: null },
      reason,
      letter: reinstatementLetter(siteUrl),
    });
    // A sign-in under way at the moment of suspension may have left a session, which would now come alive.
    await deleteAllSessions(tx, account.id);
    return account;
  });
}
