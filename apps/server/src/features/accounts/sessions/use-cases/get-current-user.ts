import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUser, type User } from "../../users.repository.ts";

export async function getCurrentUser(db: Db, viewer: Viewer): Promise<User> {
  const user = await findUser(db, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  return user;
}
