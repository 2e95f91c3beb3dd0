import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { refusedField } from "../../../../platform/errors/refused-field.ts";
import { assertMaySignIn } from "../../passwords/assert-may-sign-in.ts";
import { countPasswordAttempt } from "../../passwords/password-attempts.ts";
import { isPasswordOf } from "../../passwords/passwords.ts";
import { startSession, type Visit } from "../../sessions/start-session.ts";
import { lockUser, type User } from "../../users.repository.ts";
import { insertIdentity, lockIdentity } from "../identities.repository.ts";
import { deleteIdentityLink } from "../identity-links.repository.ts";
import { getIdentityLink } from "./get-identity-link.ts";

type Input = { code: string; password?: string | undefined };

/** By the owner's consent: whoever is signed in to the account, or knows its password. */
export async function linkIdentity(
  db: Db,
  { code, password }: Input,
  { isDemo, ...visit }: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string; returnTo: string }> {
  const { user: owner, link, needsPassword } = await getIdentityLink(db, code, visit.before);
  if (needsPassword) await assertPasswordOf(db, owner, password);

  return db.transaction(async (tx) => {
    const { userId, issuer, subject, email, idToken, returnTo } = link;
    await lockIdentity(tx, link);
    const user = await lockUser(tx, userId);
    // A password that was changed while we compared must not connect anything any more.
    if (user?.passwordHash !== owner.passwordHash) throw new AppError("wrong_credentials");
    assertMaySignIn(user, needsPassword ? (password?.length ?? 0) : null, isDemo);
    const isFirst = await deleteIdentityLink(tx, code);
    if (!isFirst || !(await insertIdentity(tx, { userId, issuer, subject, email }))) throw new AppError("link_expired");
    const audit = { entityType: "user", entityId: userId, details: { issuer } };
    await recordAudit(tx, { actorId: userId, action: "identity_linked", ...audit });
    return { ...(await startSession(tx, userId, { ...visit, idToken })), returnTo };
  });
}

async function assertPasswordOf(db: Db, user: User, password: string | undefined): Promise<void> {
  if (password === undefined) throw refusedField("password", "Password is required");
  await countPasswordAttempt(db, user.email);
  if (!(await isPasswordOf(user.passwordHash, password))) throw new AppError("wrong_credentials");
}
