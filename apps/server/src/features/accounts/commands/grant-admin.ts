import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { User } from "../../../schema/accounts.ts";
import { type NotificationEvent, type NotificationTexts, notify } from "../../notifications/public.ts";
import { findAdmins, findUserByEmail, lockAdmins } from "../accounts.queries.ts";
import { deleteAllSessions } from "../sessions.ts";
import { transitionAccount } from "./review-account.ts";

/** Makes an account an admin and approves it. Command line only: no request can grant the role. */
export async function grantAdmin(db: Db, email: string): Promise<User> {
  return db.transaction(async (tx) => {
    const account = await findUserByEmail(tx, email);
    if (!account) throw new AppError("not_found", `No account has the email address ${email}. Sign up with it first.`);
    if (account.isAdmin) throw new AppError("action_not_allowed", `${account.email} is already an admin.`);
    if (account.suspendedAt) {
      throw new AppError("action_not_allowed", `${account.email} is suspended. Reinstate the account first.`);
    }
    const change = { actorId: null, action: "administrator_granted" };
    const after = await transitionAccount(tx, account, { isAdmin: true, isApproved: true }, change);
    if (!after) throw new AppError("action_not_allowed", `${account.email} was just changed. Please try again.`);
    return after;
  });
}

/** Revokes the admin role and signs the user out everywhere. Rejects the last admin. */
export async function revokeAdmin(db: Db, email: string): Promise<User> {
  return db.transaction(async (tx) => {
    // Without this lock, two concurrent commands could revoke the last two admins.
    const admins = await lockAdmins(tx);
    const account = await findUserByEmail(tx, email);
    if (!account) throw new AppError("not_found", `No account has the email address ${email}.`);
    if (!account.isAdmin) throw new AppError("action_not_allowed", `${account.email} is not an admin.`);
    if (!admins.some(({ id }) => id !== account.id)) {
      throw new AppError("action_not_allowed", `${account.email} is the last admin. Make someone else an admin first.`);
    }
    const change = { actorId: null, action: "administrator_revoked" };
    const after = await transitionAccount(tx, account, { isAdmin: false }, change);
    if (!after) throw new AppError("action_not_allowed", `${account.email} was just changed. Please try again.`);
    await deleteAllSessions(tx, account.id);
    return after;
  });
}

/** Notifies every admin in the app, and by email where the admins' settings say so. The details are for the email. */
export async function notifyAdmins(
  db: Db,
  event: NotificationEvent,
  emailDetails: readonly string[] | null = null,
): Promise<void> {
  const writeLetter =
    emailDetails === null
      ? undefined
      : ({ title, message }: NotificationTexts) => ({ title, paragraphs: [message, ...emailDetails] });
  for (const { id } of await findAdmins(db)) await notify(db, id, event, writeLetter);
}
