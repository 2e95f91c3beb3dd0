import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { queueMail } from "../../../../platform/outbox/queue-message.ts";
import { assertOwnPassword, notYourPassword } from "../../passwords/assert-own-password.ts";
import { leaveAddressMail, newAddressMail } from "../../passwords/recovery-letters.ts";
import { findUser, findUserByEmail, lockUser, type User } from "../../users.repository.ts";
import { type IssuedCode, issueCode } from "../verification-codes.ts";

type Input = { email: string; password: string };

/** A code to each of the two addresses: who changes must have both. */
export async function startEmailChange(
  db: Db,
  viewer: Viewer,
  { email, password }: Input,
  secret: string,
): Promise<IssuedCode> {
  const before = await findUser(db, viewer.id);
  if (!before) throw new AppError("unauthenticated");
  if (isAddressOf(before, email)) throw refusedField("email", "This is your email address already");
  await assertOwnPassword(db, before, { field: "password", password });
  if (await findUserByEmail(db, email)) throw new AppError("email_taken");

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || user.passwordHash !== before.passwordHash) throw notYourPassword("password");
    const codeFor = (type: "email_change_current" | "email_change_new", target: string) =>
      issueCode(tx, secret, { userId: user.id, type, target });
    const current = await codeFor("email_change_current", user.email);
    const fresh = await codeFor("email_change_new", email);
    await queueMail(tx, { to: user.email, ...leaveAddressMail(current.code, email) });
    await queueMail(tx, { to: email, ...newAddressMail(fresh.code) });
    return fresh;
  });
}

const isAddressOf = (user: User, email: string) => user.email.toLowerCase() === email.toLowerCase();
