import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUser, type User } from "../../users.repository.ts";

/** What a person offers, known to another feature, which in turn knows this one. */
export type FindOwnerFigures = (
  db: Db,
  ownerId: string,
) => Promise<{ itemCount: number; reviewCount: number; ratingSum: number }>;

export type PublicPerson = { user: User; figures: Awaited<ReturnType<FindOwnerFigures>> };

/** Who is suspended is as good as nobody. */
export async function getPublicProfile(db: Db, findFigures: FindOwnerFigures, userId: string): Promise<PublicPerson> {
  const user = await findUser(db, userId);
  if (!user || user.suspendedAt) throw new AppError("not_found", "User not found");
  return { user, figures: await findFigures(db, userId) };
}
