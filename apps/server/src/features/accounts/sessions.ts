import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { SignInProviderPort } from "../../adapters/sign-in/sign-in-provider.port.ts";
import { type Authenticate, SESSION_DAYS, type SessionCookie, type Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { namedStatement, prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { sessions, type User, users } from "../../schema/accounts.ts";
import { findUser } from "./accounts.queries.ts";

const IDLE_DAYS = 14;

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Tokens are random enough that a plain hash protects them. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Sessions end after two weeks without use, and after 30 days in any case. */
const isAlive = sql`${sessions.createdAt} > now() - ${SESSION_DAYS} * interval '1 day'
  and ${sessions.lastSeenAt} > now() - ${IDLE_DAYS} * interval '1 day'`;

const MAX_LISTED = 50;

/** Creates a session. Only the browser knows its token from now on. */
export async function insertSession(db: Db, userId: string, device: string, idToken?: string): Promise<string> {
  const token = newToken();
  await db.insert(sessions).values({ id: newId(), userId, device, tokenHash: hashToken(token), idToken });
  return token;
}

const sessionByToken = prepared((db) =>
  db
    .select({ sessionId: sessions.id, id: users.id, isAdmin: users.isAdmin, isApproved: users.isApproved })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder("hash")), isAlive, isNull(users.suspendedAt)))
    .prepare("session_by_token"),
);

async function findViewerByToken(db: Db, token: string): Promise<Viewer | null> {
  const [viewer] = await sessionByToken(db).execute({ hash: hashToken(token) });
  return viewer ?? null;
}

/** Writes at most every five minutes, so that reads rarely cause writes. */
async function recordSessionUse(db: Db, sessionId: string): Promise<void> {
  await sessionUse(db, { sessionId });
}

const sessionUse = namedStatement(
  "record_session_use",
  sql`update sessions set last_seen_at = now()
    where id = ${sql.placeholder("sessionId")} and last_seen_at < now() - interval '5 minutes'`,
);

async function selectSessions(db: Db, userId: string) {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MAX_LISTED);
}

async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return rowCount === 1;
}

/** Ends a session and returns its ID token, if the user signed in with the sign-in provider. */
async function takeSessionIdToken(db: Db, userId: string, sessionId: string): Promise<string | null> {
  const [session] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ idToken: sessions.idToken });
  return session?.idToken ?? null;
}

export async function deleteOtherSessions(db: Db, userId: string, exceptSessionId: string): Promise<number> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, exceptSessionId)));
  return rowCount ?? 0;
}

export async function deleteAllSessions(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteEndedSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(sql`not (${isAlive})`);
}

export type Visit = {
  userAgent: string;
  before: Viewer | null;
  /** Set if the user signed in with the sign-in provider. */
  idToken?: string;
};

/** Signs in with a new token, and ends the session the browser came with. */
export async function startSession(
  tx: Db,
  userId: string,
  { userAgent, before, idToken }: Visit,
): Promise<{ user: User; token: string }> {
  if (before) await deleteSession(tx, before.id, before.sessionId);
  const token = await insertSession(tx, userId, deviceName(userAgent), idToken);
  const user = await findUser(tx, userId);
  if (!user) throw new AppError("unauthenticated");
  return { user, token };
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

/** A readable name for the device, from the browser's user agent. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

const BEARER = /^Bearer ([\w-]{20,100})$/i;

/** Uses the session cookie. A bearer token counts only if there is no valid cookie. */
export function authenticateBySession(db: Db, cookie: SessionCookie): Authenticate {
  return async (request) => {
    const bearer = BEARER.exec(request.headers.authorization ?? "")?.[1];
    for (const token of [cookie.read(request), bearer]) {
      const viewer = token ? await findViewerByToken(db, token) : null;
      if (!viewer) continue;
      await recordSessionUse(db, viewer.sessionId);
      return viewer;
    }
    return null;
  };
}

export const listSessions = (db: Db, viewer: Viewer) => selectSessions(db, viewer.id);

export async function signOut(db: Db, viewer: Viewer): Promise<void> {
  await deleteSession(db, viewer.id, viewer.sessionId);
}

/** Another user's session is treated as not found. */
export async function revokeSession(db: Db, viewer: Viewer, sessionId: string): Promise<void> {
  if (!(await deleteSession(db, viewer.id, sessionId))) throw new AppError("not_found", "Session not found");
}

export const revokeOtherSessions = (db: Db, viewer: Viewer) => deleteOtherSessions(db, viewer.id, viewer.sessionId);

type Input = { viewer: Viewer | null; returnTo: string };

/** Signs out, and returns the provider's sign-out URL if the user signed in there. */
export async function endSession(
  db: Db,
  signInProvider: SignInProviderPort | null,
  input: Input,
): Promise<string | null> {
  const { viewer, returnTo } = input;
  const idToken = viewer && (await takeSessionIdToken(db, viewer.id, viewer.sessionId));
  return idToken && signInProvider ? signInProvider.signOutAddress(idToken, returnTo) : null;
}
