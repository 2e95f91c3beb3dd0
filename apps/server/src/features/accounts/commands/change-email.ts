import { sql } from "drizzle-orm";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import { type Db, SQL_STATE, sqlStateOf } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { queueMail } from "../../../platform/outbox.ts";
import { publishEvent, userAudience } from "../../../platform/realtime/events.ts";
import type { User } from "../../../schema/accounts.ts";
import { addressChangedMail, currentAddressMail, newAddressMail } from "../accounts.emails.ts";
import { findUser, findUserByEmail, lockUser, updateUser } from "../accounts.queries.ts";
import { consumeCodes, expirePendingCodes, type IssuedCode, issueCode, tryCodes } from "../contact-codes.ts";
import { assertOwnPassword, deletePasswordResets, notYourPassword } from "../passwords.ts";
import { deleteOtherSessions } from "../sessions.ts";
import { approveVerifiedAccount } from "./review-account.ts";

type StartEmailChangeInput = { email: string; password: string };

/** Sends a code to each address, because the user must have access to both. */
export async function startEmailChange(
  db: Db,
  viewer: Viewer,
  { email, password }: StartEmailChangeInput,
  secret: string,
): Promise<IssuedCode> {
  const before = await findUser(db, viewer.id);
  if (!before) throw new AppError("unauthenticated");
  if (isAddressOf(before, email)) throw fieldError("email", "This is already your email address");
  await assertOwnPassword(db, before, { field: "password", password });
  if (await findUserByEmail(db, email)) throw new AppError("email_taken");

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || user.passwordHash !== before.passwordHash) throw notYourPassword("password");
    const codeFor = (type: "email_change_current" | "email_change_new", target: string) =>
      issueCode(tx, secret, { userId: user.id, type, target });
    const current = await codeFor("email_change_current", user.email);
    const fresh = await codeFor("email_change_new", email);
    await queueMail(tx, { to: user.email, ...currentAddressMail(current.code, email) });
    await queueMail(tx, { to: email, ...newAddressMail(fresh.code) });
    return fresh;
  });
}

const isAddressOf = (user: User, email: string) => user.email.toLowerCase() === email.toLowerCase();

type ConfirmEmailChangeInput = { currentCode: string; newCode: string };

/** Requires both codes. The new address counts as verified, and links and codes sent to the old one stop working. */
export async function confirmEmailChange(
  db: Db,
  viewer: Viewer,
  { currentCode, newCode }: ConfirmEmailChangeInput,
  { secret, siteUrl }: { secret: string; siteUrl: string },
): Promise<User> {
  const [current, fresh] = await tryCodes(db, secret, viewer.id, [
    { type: "email_change_current", field: "currentCode", code: currentCode },
    { type: "email_change_new", field: "newCode", code: newCode },
  ]);
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (user?.email !== current.target) throw new AppError("code_expired");
    await consumeCodes(tx, [current, fresh]);
    await changeAddress(tx, user, fresh.target);
    await deleteOtherSessions(tx, user.id, viewer.sessionId);
    await deletePasswordResets(tx, user.id);
    await expirePendingCodes(tx, user.id, ["email"]);
    await approveVerifiedAccount(tx, user.id, siteUrl);
    await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
    const changed = await findUser(tx, user.id);
    if (!changed) throw new AppError("unauthenticated");
    return changed;
  });
}

async function changeAddress(tx: Db, user: User, email: string): Promise<void> {
  try {
    await updateUser(tx, user.id, { email, emailVerifiedAt: sql`app_now()` });
  } catch (error) {
    // Another user signed up with this address after the codes were sent.
    if (sqlStateOf(error) === SQL_STATE.uniqueViolation) throw new AppError("email_taken");
    throw error;
  }
  await queueMail(tx, { to: user.email, ...addressChangedMail(email) });
  const details = { from: user.email, to: email };
  await recordAudit(tx, { actorId: user.id, action: "email_changed", entityType: "user", entityId: user.id, details });
}
