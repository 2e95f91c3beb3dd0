import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, lt, ne, sql } from "drizzle-orm";
import type { IdentityPort } from "../../adapters/identity/identity.port.ts";
import { type Authenticate, SESSION_DAYS, type SessionCookie, type Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { sessions, type User, users } from "../../schema/accounts.ts";
import { findUser } from "./accounts.queries.ts";

const IDLE_DAYS = 14;

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Tokens are random enough that a plain hash protects them. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Ends after two weeks without use, and after a month in any case. */
const isAlive = sql`${sessions.createdAt} > now() - ${SESSION_DAYS} * interval '1 day'
  and ${sessions.lastSeenAt} > now() - ${IDLE_DAYS} * interval '1 day'`;

const MAX_LISTED = 50;

/** Starts a session; its token is known to the browser alone from now on. */
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

/** Written every few minutes at most: reading must not become writing. */
async function recordSessionUse(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, sql`now() - interval '5 minutes'`)));
}

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

/** Ends a session; what the identity provider gave for it, if the person came from there. */
async function takeSessionIdToken(db: Db, userId: string, sessionId: string): Promise<string | null> {
  const [session] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ idToken: sessions.idToken });
  return session?.idToken ?? null;
}

export async function deleteOtherSessions(db: Db, userId: string, keptSessionId: string): Promise<number> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
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
  /** Of the identity provider the person came from. */
  idToken?: string;
};

/** Signs in with a token nobody has seen before, in place of the session the browser came with. */
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

/** What a person would call the device, from what its browser says of itself. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

const BEARER = /^Bearer ([\w-]{20,100})$/i;

/** By the session cookie; a bearer token counts when no valid cookie came along. */
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

/** Ends the session the request came with. */
export async function signOut(db: Db, viewer: Viewer): Promise<void> {
  await deleteSession(db, viewer.id, viewer.sessionId);
}

/** Somebody else's session is as good as none. */
export async function revokeSession(db: Db, viewer: Viewer, sessionId: string): Promise<void> {
  if (!(await deleteSession(db, viewer.id, sessionId))) throw new AppError("not_found", "Session not found");
}

export const revokeOtherSessions = (db: Db, viewer: Viewer) => deleteOtherSessions(db, viewer.id, viewer.sessionId);

type Input = { viewer: Viewer | null; returnTo: string };

/** Signs out here, and says where to sign out as well if the person came from the identity provider. */
export async function endSession(db: Db, identity: IdentityPort | null, input: Input): Promise<string | null> {
  const { viewer, returnTo } = input;
  const idToken = viewer && (await takeSessionIdToken(db, viewer.id, viewer.sessionId));
  return idToken && identity ? identity.signOutAddress(idToken, returnTo) : null;
}
