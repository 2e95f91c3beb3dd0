import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUser, type User } from "../../users.repository.ts";

/** Who is suspended is as good as nobody. */
export async function getPublicProfile(db: Db, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user || user.suspendedAt) throw new AppError("not_found", "User not found");
  return user;
}
