import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { getActiveTerms } from "../../content/public.ts";
import { isCommonPassword } from "../common-passwords.ts";
import { deviceName } from "../device-name.ts";
import { hashPassword } from "../passwords.ts";
import { insertSession } from "../sessions.repository.ts";
import { insertUser, type User } from "../users.repository.ts";

type Input = { firstName: string; lastName: string; email: string; password: string };

/** A new account, signed in. It waits for approval; an account that exists is never touched. */
export async function signUp(db: Db, input: Input, userAgent: string): Promise<{ user: User; token: string }> {
  const { firstName, lastName, email, password } = input;
  if (isCommonPassword(password, email)) {
    const message = "Please choose a less common password";
    throw new AppError("validation_failed", message, { details: [{ field: "password", message }] });
  }
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const { version: termsVersion } = await getActiveTerms(tx);
    const terms = { termsVersion, termsAcceptedAt: await readClock(tx) };
    const user = await insertUser(tx, { id: newId(), firstName, lastName, email, passwordHash, ...terms });
    if (!user) throw new AppError("email_taken");
    return { user, token: await insertSession(tx, user.id, deviceName(userAgent)) };
  });
}
