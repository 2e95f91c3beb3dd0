import { and, desc, eq, isNull, lt, ne, sql } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { users } from "../users.table.ts";
import { hashToken, isAlive, newToken } from "./session-life.ts";
import { sessions } from "./sessions.table.ts";

const MOST_LISTED = 50;

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

export async function findViewerByToken(db: Db, token: string): Promise<Viewer | null> {
  const [viewer] = await sessionByToken(db).execute({ hash: hashToken(token) });
  return viewer ?? null;
}

/** Written every few minutes at most: reading must not become writing. */
export async function noteSessionUse(db: Db, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, sql`now() - interval '5 minutes'`)));
}

export async function selectSessions(db: Db, userId: string) {
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
    .limit(MOST_LISTED);
}

export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return rowCount === 1;
}

/** Ends a session; what the identity provider gave for it, if the person came from there. */
export async function takeSessionIdToken(db: Db, userId: string, sessionId: string): Promise<string | null> {
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
