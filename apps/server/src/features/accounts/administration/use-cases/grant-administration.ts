import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUserByEmail, type User } from "../../users.repository.ts";
import { moveStanding } from "../move-standing.ts";

/** Makes an account an administrator, approved with it. For the command line alone: nobody becomes one by a request. */
export async function grantAdministration(db: Db, email: string): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await findUserByEmail(tx, email);
    if (!account) throw new AppError("not_found", `No account has the address ${email}. Sign up with it first.`);
    if (account.isAdmin) throw new AppError("action_not_allowed", `${account.email} is an administrator already.`);
    if (account.suspendedAt) {
      throw new AppError("action_not_allowed", `${account.email} is suspended. Reinstate the account first.`);
    }
    const act = { actorId: null, action: "administrator_granted" };
    const after = await moveStanding(tx, account, { isAdmin: true, isApproved: true }, act);
    if (!after) throw new AppError("action_not_allowed", `${account.email} was changed just now. Please try again.`);
    return after;
  });
}
