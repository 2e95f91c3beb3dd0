import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { queueMail } from "../../../platform/outbox.ts";
import type { User } from "../../../schema/accounts.ts";
import { notify } from "../../notifications/public.ts";
import { findAdmins, findUserByEmail, lockAdmins } from "../accounts.queries.ts";
import { deleteAllSessions } from "../sessions.ts";
import { transitionAccount } from "./review-account.ts";

/** Makes an account an administrator, approved with it. For the command line alone: nobody becomes one by a request. */
export async function grantAdmin(db: Db, email: string): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await findUserByEmail(tx, email);
    if (!account) throw new AppError("not_found", `No account has the address ${email}. Sign up with it first.`);
    if (account.isAdmin) throw new AppError("action_not_allowed", `${account.email} is an administrator already.`);
    if (account.suspendedAt) {
      throw new AppError("action_not_allowed", `${account.email} is suspended. Reinstate the account first.`);
    }
    const act = { actorId: null, action: "administrator_granted" };
    const after = await transitionAccount(tx, account, { isAdmin: true, isApproved: true }, act);
    if (!after) throw new AppError("action_not_allowed", `${account.email} was changed just now. Please try again.`);
    return after;
  });
}

/** Takes the role from an administrator and signs them out everywhere. Never from the last one. */
export async function revokeAdmin(db: Db, email: string): Promise<User> {
  return db.transaction(async (tx) => {
    // Two commands at once could otherwise each leave the other's administrator as the last one.
    const administrators = await lockAdmins(tx);
    const account = await findUserByEmail(tx, email);
    if (!account) throw new AppError("not_found", `No account has the address ${email}.`);
    if (!account.isAdmin) throw new AppError("action_not_allowed", `${account.email} is no administrator.`);
    if (!administrators.some(({ id }) => id !== account.id)) {
      throw new AppError("action_not_allowed", `${account.email} is the last administrator. Grant another one first.`);
    }
    const act = { actorId: null, action: "administrator_revoked" };
    const after = await transitionAccount(tx, account, { isAdmin: false }, act);
    if (!after) throw new AppError("action_not_allowed", `${account.email} was changed just now. Please try again.`);
    await deleteAllSessions(tx, account.id);
    return after;
  });
}

type News = Omit<Parameters<typeof notify>[1], "userId">;

/** Somebody has to look: tells all of them inside the product, and by mail where paragraphs are given. */
export async function notifyAdmins(db: Db, news: News, mailed: readonly string[] = []): Promise<void> {
  const { title } = news;
  for (const { id: userId, email } of await findAdmins(db)) {
    await notify(db, { ...news, userId });
    if (mailed.length > 0) {
      await queueMail(db, { to: email, subject: title, letter: { title, paragraphs: [...mailed] } });
    }
  }
}
