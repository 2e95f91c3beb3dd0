import { and, desc, eq, getTableColumns, gt, lt, sql } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { identityLinks, signInFlows, type User, userIdentities, users } from "../../schema/accounts.ts";
import { findUser } from "./accounts.queries.ts";
import { hashToken, newToken } from "./sessions.ts";

type UserIdentity = typeof userIdentities.$inferSelect;
type IdentityKey = { issuer: string; subject: string };
type NewIdentity = IdentityKey & { userId: string; email: string };

const MAX_LISTED = 50;

/** Serializes decisions about this identity until the transaction ends. */
export async function lockIdentity(tx: Db, { issuer, subject }: IdentityKey): Promise<void> {
  const key = JSON.stringify([issuer, subject]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

export async function findUserByIdentity(db: Db, { issuer, subject }: IdentityKey): Promise<User | null> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)));
  return user ?? null;
}

/** Returns false if the identity already belongs to an account. */
export async function insertIdentity(db: Db, identity: NewIdentity): Promise<boolean> {
  const { rowCount } = await db
    .insert(userIdentities)
    .values({ ...identity, id: newId() })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function selectIdentities(db: Db, userId: string): Promise<UserIdentity[]> {
  return db
    .select()
    .from(userIdentities)
    .where(eq(userIdentities.userId, userId))
    .orderBy(desc(userIdentities.createdAt), desc(userIdentities.id))
    .limit(MAX_LISTED);
}

export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.delete(userIdentities).where(eq(userIdentities.id, id));
}

export async function deleteIdentities(db: Db, userId: string): Promise<void> {
  await db.delete(userIdentities).where(eq(userIdentities.userId, userId));
}

type IdentityLink = typeof identityLinks.$inferSelect;
type NewIdentityLink = Omit<typeof identityLinks.$inferInsert, "codeHash" | "createdAt">;

const oldestLink = sql`now() - interval '15 minutes'`;

const isFor = (code: string) =>
  and(eq(identityLinks.codeHash, hashToken(code)), gt(identityLinks.createdAt, oldestLink));

/** Stores an identity until the account's owner consents, and returns the code to do so. */
export async function insertIdentityLink(db: Db, link: NewIdentityLink): Promise<string> {
  const code = newToken();
  await db.insert(identityLinks).values({ ...link, codeHash: hashToken(code) });
  return code;
}

async function findIdentityLink(db: Db, code: string): Promise<IdentityLink | null> {
  const [link] = await db.select().from(identityLinks).where(isFor(code));
  return link ?? null;
}

/** Returns false if another request used the link first. */
export async function deleteIdentityLink(db: Db, code: string): Promise<boolean> {
  const { rowCount } = await db.delete(identityLinks).where(isFor(code));
  return rowCount === 1;
}

export async function deleteOldIdentityLinks(db: Db): Promise<void> {
  await db.delete(identityLinks).where(lt(identityLinks.createdAt, oldestLink));
}

/** A visit to the sign-in provider, with the secrets that the browser and the provider must return. */
type SignInFlow = { state: string; browser: string; nonce: string; codeVerifier: string; returnTo: string };

const oldestFlow = sql`now() - interval '10 minutes'`;

export async function insertSignInFlow(db: Db, { state, browser, ...rest }: SignInFlow): Promise<void> {
  await db.insert(signInFlows).values({ stateHash: hashToken(state), browserHash: hashToken(browser), ...rest });
}

/** Works once, within ten minutes, and only for the browser that started the flow. */
export async function takeSignInFlow(db: Db, state: string, browser: string): Promise<SignInFlow | null> {
  const [flow] = await db
    .delete(signInFlows)
    .where(and(eq(signInFlows.stateHash, hashToken(state)), eq(signInFlows.browserHash, hashToken(browser))))
    .returning({
      nonce: signInFlows.nonce,
      codeVerifier: signInFlows.codeVerifier,
      returnTo: signInFlows.returnTo,
      isInTime: sql<boolean>`${signInFlows.createdAt} > ${oldestFlow}`,
    });
  if (!flow?.isInTime) return null;
  const { nonce, codeVerifier, returnTo } = flow;
  return { state, browser, nonce, codeVerifier, returnTo };
}

export async function deleteOldSignInFlows(db: Db): Promise<void> {
  await db.delete(signInFlows).where(lt(signInFlows.createdAt, oldestFlow));
}

export const listIdentities = (db: Db, viewer: Viewer) => selectIdentities(db, viewer.id);

type PendingLink = {
  user: User;
  link: NonNullable<Awaited<ReturnType<typeof findIdentityLink>>>;
  needsPassword: boolean;
};

/** Finds the pending identity of this code and its account, if the account still has the same email. */
export async function previewIdentityLink(db: Db, code: string, viewer: Viewer | null): Promise<PendingLink> {
  const link = await findIdentityLink(db, code);
  const user = link && (await findUser(db, link.userId));
  if (!link || !user || user.email.toLowerCase() !== link.email) throw new AppError("link_expired");
  return { user, link, needsPassword: viewer?.id !== user.id };
}
