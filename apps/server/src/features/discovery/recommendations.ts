import type { Position } from "@nexby/domain/kernel/distance";
import {
  closenessOf,
  type Likeness,
  type Recommendation,
  rankRecommendations,
  rankSimilar,
  type Signal,
} from "@nexby/domain/recommendations/rank-recommendations";
import { and, eq, isNull, lt, ne, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { users } from "../../schema/accounts.ts";
import { userRecommendations } from "../../schema/collections.ts";
import { items } from "../../schema/listings.ts";
import { findUser, lockUser } from "../accounts/public.ts";
import { findItemsByIds, type ItemRow } from "../listings/public.ts";
import { isPairBlocked } from "../messaging/public.ts";
import {
  type Facts,
  findFacts,
  findRecommendable,
  type Pair,
  selectBestRated,
  selectNearest,
  selectNearestOfKind,
  selectSharedInterests,
  selectSignals,
} from "./recommendations.queries.ts";

const RETENTION_DAYS = 30;

const because = alias(items, "because");

type StoredRecommendation = Awaited<ReturnType<typeof selectRecommendations>>[number];

/** Best first, without items that can no longer be recommended. */
export async function selectRecommendations(db: Db, userId: string) {
  return db
    .select({
      itemId: userRecommendations.itemId,
      title: items.title,
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
        not(isPairBlocked(userRecommendations.userId, items.ownerId)),
      ),
    )
    .orderBy(userRecommendations.place);
}

async function replaceRecommendations(db: Db, userId: string, ranked: readonly Recommendation[]): Promise<void> {
  await db.delete(userRecommendations).where(eq(userRecommendations.userId, userId));
  if (ranked.length === 0) return;
  await db.insert(userRecommendations).values(ranked.map((one, index) => ({ ...one, userId, place: index + 1 })));
}

export async function deleteOldRecommendations(db: Db): Promise<void> {
  await db
    .delete(userRecommendations)
    .where(lt(userRecommendations.madeAt, sql`app_now() - ${RETENTION_DAYS} * interval '1 day'`));
}

export type RecommendedItem = StoredRecommendation & { item: ItemRow };

/** Returns the stored recommendations, or recomputes them if they are stale. */
export async function listRecommendations(
  db: Db,
  geocoding: GeocodingPort,
  userId: string,
): Promise<RecommendedItem[]> {
  let stored = await selectRecommendations(db, userId);
  if (isStale(stored, await selectSignals(db, userId))) {
    await makeRecommendations(db, geocoding, userId);
    stored = await selectRecommendations(db, userId);
  }
  const ids = stored.map(({ itemId }) => itemId);
  const items = new Map((await findItemsByIds(db, ids)).map((item) => [item.id, item]));
  return stored.flatMap((one) => {
    const item = items.get(one.itemId);
    return item ? [{ ...one, item }] : [];
  });
}

/** Stale: a day old, older than the latest signal, or based on an item that is no longer among the signals. */
function isStale(stored: readonly StoredRecommendation[], signals: readonly Signal[]): boolean {
  const [first] = stored;
  if (!first || first.isOld) return true;
  const known = new Set(signals.map(({ itemId }) => itemId));
  return (
    signals.some(({ at }) => at >= first.madeAt) ||
    stored.some(({ becauseItemId }) => becauseItemId !== null && !known.has(becauseItemId))
  );
}

const MAX_SIMILAR = 6;
const MAX_NEAREST = 60;

/** Live items of the same category, ranked by distance, text, price and shared interest, without the viewer's own. */
export async function listSimilarItems(db: Db, viewerId: string | null, itemId: string): Promise<ItemRow[]> {
  if ((await findItemsByIds(db, [itemId], { isPausedShown: true })).length === 0) {
    throw new AppError("not_found", "Item not found");
  }
  const [item] = await findFacts(db, [itemId]);
  if (!item?.kindId) return [];
  const nearest = await selectNearestOfKind(db, [itemId], MAX_NEAREST);
  const shared = await selectSharedInterests(db, [itemId], null);
  const recommendable = await findRecommendable(
    db,
    [...nearest, ...shared].map((pair) => pair.itemId),
    viewerId,
  );
  const people = new Map(shared.map((one) => [one.itemId, one.people]));
  const ofKind = recommendable.filter(({ id, kindId }) => id !== itemId && kindId === item.kindId);
  const ranked = rankSimilar(item, ofKind, people).slice(0, MAX_SIMILAR);
  return findItemsByIds(
    db,
    ranked.map(({ id }) => id),
  );
}

const MAX_COMPARED = 6;
const MAX_SIMILAR_PER_ITEM = 12;
const MAX_POPULAR = 120;

export async function makeRecommendations(db: Db, geocoding: GeocodingPort, userId: string): Promise<void> {
  const signals = await selectSignals(db, userId);
  const latest = [...signals].sort((one, other) => other.at.getTime() - one.at.getTime());
  const knownIds = [...new Set(latest.map(({ itemId }) => itemId))];
  const known = new Map((await findFacts(db, knownIds)).map((facts) => [facts.id, facts]));
  const place = await findPlace(db, geocoding, { userId, latest, known });

  const shared = await selectSharedInterests(db, knownIds, userId);
  const pairs = await selectNearestOfKind(db, knownIds.slice(0, MAX_COMPARED), MAX_SIMILAR_PER_ITEM);
  const popular = place ? await selectNearest(db, place, MAX_POPULAR) : await selectBestRated(db, MAX_POPULAR);
  const relatedIds = [...shared, ...pairs].map(({ itemId }) => itemId);
  const candidates = await findRecommendable(db, [...relatedIds, ...popular], userId);
  const ranked = rankRecommendations({
    signals,
    shared,
    alike: likenessesOf(pairs, known, candidates),
    candidates,
    place,
  });

  await db.transaction(async (tx) => {
    // Serializes concurrent refreshes, which would insert the same rows twice.
    if (await lockUser(tx, userId)) await replaceRecommendations(tx, userId, ranked);
  });
}

function likenessesOf(
  pairs: readonly Pair[],
  known: ReadonlyMap<string, Facts>,
  candidates: readonly Facts[],
): Likeness[] {
  const recommendable = new Map(candidates.map((facts) => [facts.id, facts]));
  return pairs.flatMap(({ becauseItemId, itemId }) => {
    const [one, other] = [known.get(becauseItemId), recommendable.get(itemId)];
    return one && other ? [{ becauseItemId, itemId, closeness: closenessOf(one, other) }] : [];
  });
}

type Whereabouts = { userId: string; latest: readonly Signal[]; known: ReadonlyMap<string, Facts> };

/** The position of the last item the user showed interest in, else their town, else null. */
async function findPlace(
  db: Db,
  geocoding: GeocodingPort,
  { userId, latest, known }: Whereabouts,
): Promise<Position | null> {
  const last = latest.map(({ itemId }) => known.get(itemId)).find((facts) => facts !== undefined);
  if (last) return last.position;
  const user = await findUser(db, userId);
  if (!user?.city || !user.state) return null;
  // A geocoding failure is treated like an unknown town: recommendations then come from everywhere.
  const [town] = await geocoding.search(`${user.city}, ${user.state}`).catch(() => []);
  return town ?? null;
}
