import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import type { User } from "../../../schema/accounts.ts";
import { lockUser } from "../accounts.queries.ts";
import { assertMaySignIn, countPasswordAttempt, forgetPasswordAttempt, isPasswordOf } from "../passwords.ts";
import { startSession, type Visit } from "../sessions.ts";
import {
  deleteIdentity,
  deleteIdentityLink,
  insertIdentity,
  lockIdentity,
  previewIdentityLink,
  selectIdentities,
} from "../sign-in-providers.queries.ts";

type Input = { code: string; password?: string | undefined };

/** Requires the owner's consent: a session of the account, or its password. */
export async function linkIdentity(
  db: Db,
  { code, password }: Input,
  { isDemo, ...visit }: Visit & { isDemo: boolean },
): Promise<{ user: User; token: string; returnTo: string }> {
  const { user: owner, link, needsPassword } = await previewIdentityLink(db, code, visit.before);
  if (needsPassword) await assertPasswordOf(db, owner, password);

  return db.transaction(async (tx) => {
    const { userId, issuer, subject, email, idToken, returnTo } = link;
    await lockIdentity(tx, link);
    const user = await lockUser(tx, userId);
    // The password may have changed while we checked the old one.
    if (user?.passwordHash !== owner.passwordHash) throw new AppError("wrong_credentials");
    assertMaySignIn(user, needsPassword ? (password?.length ?? 0) : null, isDemo);
    const isFirst = await deleteIdentityLink(tx, code);
    if (!isFirst || !(await insertIdentity(tx, { userId, issuer, subject, email }))) throw new AppError("link_expired");
    const audit = { entityType: "user", entityId: userId, details: { issuer } };
    await recordAudit(tx, { actorId: userId, action: "identity_linked", ...audit });
    if (needsPassword) await forgetPasswordAttempt(tx, owner.email);
    return { ...(await startSession(tx, userId, { ...visit, idToken })), returnTo };
  });
}

async function assertPasswordOf(db: Db, user: User, password: string | undefined): Promise<void> {
  if (password === undefined) throw fieldError("password", "Password is required");
  await countPasswordAttempt(db, user.email);
  if (!(await isPasswordOf(user.passwordHash, password))) throw new AppError("wrong_credentials");
}

/** Another user's identity is treated as not found. The last sign-in method cannot be removed. */
export async function unlinkIdentity(db: Db, viewer: Viewer, identityId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // With this lock, the second of two concurrent unlinks sees that its identity is the last one.
    const user = await lockUser(tx, viewer.id);
    const identities = await selectIdentities(tx, viewer.id);
    const identity = identities.find(({ id }) => id === identityId);
    if (!user || !identity) throw new AppError("not_found", "Identity not found");
    if (user.passwordHash === null && identities.length === 1) throw new AppError("last_sign_in_method");
    await deleteIdentity(tx, identityId);
    await recordAudit(tx, {
      actorId: viewer.id,
      action: "identity_unlinked",
      entityType: "user",
      entityId: viewer.id,
      details: { issuer: identity.issuer },
    });
  });
}
