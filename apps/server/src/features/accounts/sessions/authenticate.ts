import type { SessionCookie } from "../../../platform/auth/session-cookie.ts";
import type { Authenticate } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findViewerByToken, noteSessionUse } from "./sessions.repository.ts";

const BEARER = /^Bearer ([\w-]{20,100})$/i;

/** By the session cookie; a bearer token counts when no valid cookie came along. */
export function authenticateBySession(db: Db, cookie: SessionCookie): Authenticate {
  return async (request) => {
    const bearer = BEARER.exec(request.headers.authorization ?? "")?.[1];
    for (const token of [cookie.read(request), bearer]) {
      const viewer = token ? await findViewerByToken(db, token) : null;
      if (!viewer) continue;
      await noteSessionUse(db, viewer.sessionId);
      return viewer;
    }
    return null;
  };
}
