import type { Db } from "../../../../platform/db/db.ts";
import { getSettings } from "../../../settings/public.ts";
import { findUser } from "../../users.repository.ts";
import { canBeApproved } from "../account.policy.ts";
import { approvalLetter } from "../account-letters.ts";
import { moveStanding } from "../move-standing.ts";

/**
 * Approves an account whose email and phone are both verified, if administrators have decided so. Belongs into the
 * transaction that verified one of them: that one's lock on the row lets the second of two at once see both.
 */
export async function approveVerifiedAccount(db: Db, userId: string): Promise<void> {
  const { autoApproveVerifiedAccounts } = await getSettings(db);
  if (!autoApproveVerifiedAccounts) return;
  await db.transaction(async (tx) => {
    const account = await findUser(tx, userId);
    if (!account?.emailVerifiedAt || !account.phoneVerifiedAt || !canBeApproved(account)) return;
    // Whoever was faster has approved or suspended it; either is fine.
    await moveStanding(
      tx,
      account,
      { isApproved: true },
      {
        actorId: null,
        action: "account_approved",
        reason: "Email and phone are verified",
        letter: approvalLetter(null),
      },
    );
  });
}
