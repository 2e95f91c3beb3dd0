import type { Recommendation } from "@nexby/domain/recommendations/rank-recommendations";
import { and, eq, isNull, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../accounts/public.ts";
import { items } from "../listings/public.ts";
import { userRecommendations } from "./user-recommendations.table.ts";

const DAYS_KEPT = 30;

const because = alias(items, "because");

export type StoredRecommendation = Awaited<ReturnType<typeof selectRecommendations>>[number];

/** Best first; without what can no longer be recommended. */
export async function selectRecommendations(db: Db, userId: string) {
  return db
    .select({
      itemId: userRecommendations.itemId,
      reason: userRecommendations.reason,
      becauseItemId: userRecommendations.becauseItemId,
      becauseTitle: because.title,
      madeAt: userRecommendations.madeAt,
      isOld: sql<boolean>`${userRecommendations.madeAt} < app_now() - interval '1 day'`,
    })
    .from(userRecommendations)
    .innerJoin(items, eq(items.id, userRecommendations.itemId))
    .innerJoin(users, eq(users.id, items.ownerId))
    .leftJoin(because, eq(because.id, userRecommendations.becauseItemId))
    .where(
      and(
        eq(userRecommendations.userId, userId),
        eq(items.isAvailable, true),
        isNull(items.deletedAt),
        isNull(users.suspendedAt),
        ne(items.ownerId, userId),
      ),
    )
    .orderBy(userRecommendations.place);
}

/** Takes the place of what was there before. */
export async function replaceRecommendations(db: Db, userId: string, ranked: readonly Recommendation[]): Promise<void> {
  await db.delete(userRecommendations).where(eq(userRecommendations.userId, userId));
  if (ranked.length === 0) return;
  await db.insert(userRecommendations).values(ranked.map((one, index) => ({ ...one, userId, place: index + 1 })));
}

/** Of people who have not been here for long. */
export async function forgetOldRecommendations(db: Db): Promise<void> {
  await db
    .delete(userRecommendations)
    .where(lt(userRecommendations.madeAt, sql`app_now() - ${DAYS_KEPT} * interval '1 day'`));
}
