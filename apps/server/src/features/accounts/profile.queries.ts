import type { PublicProfileView } from "@nexby/contract/accounts/profile";
import type { OwnerRecordView } from "@nexby/contract/bookings/bookings";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { PageMeta } from "../../platform/http/page-head.ts";
import type { User } from "../../schema/accounts.ts";
import { sharePictureOf } from "../photos/public.ts";
import { findUser } from "./accounts.queries.ts";

export async function getCurrentUser(db: Db, viewer: Viewer): Promise<User> {
  const user = await findUser(db, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  return user;
}

type Ratings = { reviewCount: number; ratingSum: number };
export type FindOwnerRecord = (db: Db, ownerId: string) => Promise<OwnerRecordView>;

/** A person's figures and track record, passed in because the features that know them depend on this one. */
export type OwnerSources = {
  countOwnedItems: (db: Db, ownerId: string) => Promise<number>;
  findRatings: (db: Db, userId: string) => Promise<Record<"owner" | "renter", Ratings>>;
  findOwnerRecord: FindOwnerRecord;
};

export type PublicPerson = {
  user: User;
  itemCount: number;
  ratings: Record<"owner" | "renter", Ratings>;
  record: OwnerRecordView;
};

/** Suspended accounts count as not found. */
export async function getPublicProfile(
  db: Db,
  { countOwnedItems, findRatings, findOwnerRecord }: OwnerSources,
  userId: string,
): Promise<PublicPerson> {
  const user = await findUser(db, userId);
  if (!user || user.suspendedAt) throw new AppError("not_found", "User not found");
  return {
    user,
    itemCount: await countOwnedItems(db, userId),
    ratings: await findRatings(db, userId),
    record: await findOwnerRecord(db, userId),
  };
}

/** Metadata for a shared profile link, which shows no more than the public page. */
export function personMeta({ firstName, lastName, city, state, profileImageUrl }: PublicProfileView): PageMeta {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const place = [city, state].filter(Boolean).join(", ");
  const title = name || "A neighbor";
  return {
    title,
    description: `Items ${firstName || "a neighbor"}${place && ` from ${place}`} rents out on ${PRODUCT_NAME}.`,
    type: "profile",
    image: sharePictureOf(profileImageUrl, title),
  };
}
