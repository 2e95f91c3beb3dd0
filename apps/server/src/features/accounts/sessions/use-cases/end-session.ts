import type { IdentityPort } from "../../../../adapters/identity/identity.port.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { takeSessionIdToken } from "../sessions.repository.ts";

type Input = { viewer: Viewer | null; returnTo: string };

/** Signs out here, and says where to sign out as well if the person came from the identity provider. */
export async function endSession(db: Db, identity: IdentityPort | null, input: Input): Promise<string | null> {
  const { viewer, returnTo } = input;
  const idToken = viewer && (await takeSessionIdToken(db, viewer.id, viewer.sessionId));
  return idToken && identity ? identity.signOutAddress(idToken, returnTo) : null;
}
