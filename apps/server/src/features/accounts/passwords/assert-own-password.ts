import type { Db } from "../../../platform/db/db.ts";
import { refusedField } from "../../../platform/errors/refused-field.ts";
import type { User } from "../users.repository.ts";
import { countPasswordAttempt } from "./password-attempts.ts";
import { isPasswordOf } from "./passwords.ts";

/** Of somebody who is signed in: a session alone is not enough for what would give the account away. */
export async function assertOwnPassword(
  db: Db,
  user: User,
  { field, password }: { field: string; password: string },
): Promise<void> {
  await countPasswordAttempt(db, user.email);
  if (!(await isPasswordOf(user.passwordHash, password))) throw notYourPassword(field);
}

export const notYourPassword = (field: string) => refusedField(field, "This is not your current password");
