import type { Signal } from "@nexby/domain/recommendations/rank-recommendations";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findItemsByIds, type ItemRow } from "../../listings/public.ts";
import { selectSignals } from "../interests.repository.ts";
import { type StoredRecommendation, selectRecommendations } from "../recommendations.repository.ts";
import { makeRecommendations } from "./make-recommendations.ts";

export type RecommendedItem = StoredRecommendation & { item: ItemRow };

/** What a person may like, as it was last worked out, or worked out now where that no longer fits. */
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

/** From another day, of before the last look, or because of something the person has had forgotten since. */
function isStale(stored: readonly StoredRecommendation[], signals: readonly Signal[]): boolean {
  const [first] = stored;
  if (!first || first.isOld) return true;
  const known = new Set(signals.map(({ itemId }) => itemId));
  return (
    signals.some(({ at }) => at >= first.madeAt) ||
    stored.some(({ becauseItemId }) => becauseItemId !== null && !known.has(becauseItemId))
  );
}
