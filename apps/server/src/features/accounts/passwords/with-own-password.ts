import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { refusedField } from "../../../platform/errors/refused-field.ts";
import { findUser, lockUser, type User } from "../users.repository.ts";
import { assertOwnPassword, notYourPassword } from "./assert-own-password.ts";

const FIELD = "password";

/**
 * Does what needs more than a session: with the password, in a transaction that holds the account as it was when the
 * password was right. Who has none sets one first, by a mailed link.
 */
export async function withOwnPassword<Result>(
  db: Db,
  viewer: Viewer,
  password: string,
  act: (tx: Db, user: User) => Promise<Result>,
): Promise<Result> {
  const before = await findUser(db, viewer.id);
  if (!before) throw new AppError("unauthenticated");
  if (before.passwordHash === null) throw refusedField(FIELD, "Set a password first");
  await assertOwnPassword(db, before, { field: FIELD, password });
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || user.passwordHash !== before.passwordHash) throw notYourPassword(FIELD);
    return act(tx, user);
  });
}
