import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import type { User } from "../../users.repository.ts";
import { approvalLetter } from "../account-letters.ts";
import { actOnAccount } from "../act-on-account.ts";

type Input = { userId: string; reason?: string | undefined; siteUrl: string };

/** Lets an account list and rent. */
export async function approveAccount(db: Db, viewer: Viewer, { userId, reason, siteUrl }: Input): Promise<User> {
  return db.transaction((tx) =>
    actOnAccount(tx, viewer, userId, {
      allowedAs: "approve",
      action: "account_approved",
      changes: { isApproved: true },
      reason,
      letter: approvalLetter(siteUrl),
    }),
  );
}
