import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { deleteOtherSessions, deleteSession, selectSessions } from "../sessions.repository.ts";

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
