import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { deleteAllSessions } from "../../sessions/sessions.repository.ts";
import { findUserByEmail, type User } from "../../users.repository.ts";
import { moveStanding } from "../move-standing.ts";
import { lockAdministrators } from "../standing.repository.ts";

/** Takes the role from an administrator and signs them out everywhere. Never from the last one. */
export async function revokeAdministration(db: Db, email: string): Promise<User> {
  return db.transaction(async (tx) => {
    // Two commands at once could otherwise each leave the other's administrator as the last one.
    const administrators = await lockAdministrators(tx);
    const account = await findUserByEmail(tx, email);
    if (!account) throw new AppError("not_found", `No account has the address ${email}.`);
    if (!account.isAdmin) throw new AppError("action_not_allowed", `${account.email} is no administrator.`);
    if (!administrators.some(({ id }) => id !== account.id)) {
      throw new AppError("action_not_allowed", `${account.email} is the last administrator. Grant another one first.`);
    }
    const act = { actorId: null, action: "administrator_revoked" };
    const after = await moveStanding(tx, account, { isAdmin: false }, act);
    if (!after) throw new AppError("action_not_allowed", `${account.email} was changed just now. Please try again.`);
    await deleteAllSessions(tx, account.id);
    return after;
  });
}
