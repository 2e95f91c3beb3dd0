import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { deleteAllSessions } from "../../sessions/sessions.repository.ts";
import type { User } from "../../users.repository.ts";
import { suspensionLetter } from "../account-letters.ts";
import { actOnAccount } from "../act-on-account.ts";

type Input = { userId: string; reason: string };

/** Signs an account out everywhere and keeps it out. */
export async function suspendAccount(db: Db, viewer: Viewer, { userId, reason }: Input): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await actOnAccount(tx, viewer, userId, {
      allowedAs: "suspend",
      action: "account_suspended",
      changes: { suspendedAt: await readClock(tx) },
      reason,
      letter: suspensionLetter(reason),
    });
    await deleteAllSessions(tx, account.id);
    return account;
  });
}
