import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findUser, type User } from "../users.repository.ts";
import { deviceName } from "./device-name.ts";
import { deleteSession, insertSession } from "./sessions.repository.ts";

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
