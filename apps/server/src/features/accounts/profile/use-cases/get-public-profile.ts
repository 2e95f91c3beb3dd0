import type { OwnerRecordView } from "@nexby/contract/owner-record";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findUser, type User } from "../../users.repository.ts";

type Figures = { itemCount: number; reviewCount: number; ratingSum: number };
export type FindOwnerRecord = (db: Db, ownerId: string) => Promise<OwnerRecordView>;

/** What a person offers, and how they keep their word: known to other features, which in turn know this one. */
export type OwnerSources = {
  findOwnerFigures: (db: Db, ownerId: string) => Promise<Figures>;
  findOwnerRecord: FindOwnerRecord;
};

export type PublicPerson = { user: User; figures: Figures; record: OwnerRecordView };

/** Who is suspended is as good as nobody. */
export async function getPublicProfile(
  db: Db,
  { findOwnerFigures, findOwnerRecord }: OwnerSources,
  userId: string,
): Promise<PublicPerson> {
  const user = await findUser(db, userId);
  if (!user || user.suspendedAt) throw new AppError("not_found", "User not found");
  return { user, figures: await findOwnerFigures(db, userId), record: await findOwnerRecord(db, userId) };
}
