import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { Letter } from "../../../platform/outbox/letter.ts";
import { findUser, type User } from "../users.repository.ts";
import { type AccountAction, allowedActions, type Standing } from "./account.policy.ts";
import { moveStanding } from "./move-standing.ts";

type Act = {
  allowedAs: AccountAction;
  /** As the audit names it. */
  action: string;
  changes: Partial<Standing>;
  reason: string | undefined;
  letter: Letter;
};

/** An administrator's act on an account: allowed by the policy now, or refused. Of two at once, one is too late. */
export async function actOnAccount(tx: Db, viewer: Viewer, userId: string, act: Act): Promise<User> {
  const account = await findUser(tx, userId);
  if (!account) throw new AppError("not_found", "User not found");
  if (!allowedActions(viewer, account).includes(act.allowedAs)) throw new AppError("action_not_allowed");
  const after = await moveStanding(tx, account, act.changes, { ...act, actorId: viewer.id });
  if (!after) throw new AppError("action_not_allowed");
  return after;
}
