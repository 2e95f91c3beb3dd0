import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { newId } from "../../../../platform/ids/new-id.ts";
import { getActiveTerms } from "../../../content/public.ts";
import { notify } from "../../../notifications/public.ts";
import { ACCOUNT_NEWS } from "../../account-news.ts";
import { startSession, type Visit } from "../../sessions/start-session.ts";
import { insertUser, type User } from "../../users.repository.ts";
import { assertGoodNewPassword } from "../new-password.ts";
import { hashPassword } from "../passwords.ts";

type Input = { firstName: string; lastName: string; email: string; password: string };

/** A new account, signed in. It waits for approval; an account that exists is never touched. */
export async function signUp(
  db: Db,
  input: Input,
  visit: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string }> {
  const { firstName, lastName, email, password } = input;
  assertGoodNewPassword(password, { email, isAdmin: false }, visit.isDemo);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const { version: termsVersion } = await getActiveTerms(tx);
    const terms = { termsVersion, termsAcceptedAt: await readClock(tx) };
    const user = await insertUser(tx, { id: newId(), firstName, lastName, email, passwordHash, ...terms });
    if (!user) throw new AppError("email_taken");
    await notify(tx, { userId: user.id, ...ACCOUNT_NEWS.welcome });
    return startSession(tx, user.id, visit);
  });
}
