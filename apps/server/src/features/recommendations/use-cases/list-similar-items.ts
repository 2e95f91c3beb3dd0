import { rankSimilar } from "@nexby/domain/recommendations/rank-similar";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findItemsByIds, type ItemRow } from "../../listings/public.ts";
import { findFacts, findOffered, selectNearestOfKind } from "../candidates.repository.ts";
import { selectSharedInterests } from "../interests.repository.ts";

const MOST = 6;
const NEAREST = 60;

/** Other items of the same kind that can be rented: near, alike in words and price, and liked by the same people. Never one's own. */
export async function listSimilarItems(db: Db, viewerId: string | null, itemId: string): Promise<ItemRow[]> {
  if ((await findItemsByIds(db, [itemId], { isPausedShown: true })).length === 0) {
    throw new AppError("not_found", "Item not found");
  }
  const [item] = await findFacts(db, [itemId]);
  if (!item?.kindId) return [];
  const nearest = await selectNearestOfKind(db, [itemId], NEAREST);
  const shared = await selectSharedInterests(db, [itemId], null);
  const offered = await findOffered(
    db,
    [...nearest, ...shared].map((pair) => pair.itemId),
    viewerId,
  );
  const people = new Map(shared.map((one) => [one.itemId, one.people]));
  const ofKind = offered.filter(({ id, kindId }) => id !== itemId && kindId === item.kindId);
  const ranked = rankSimilar(item, ofKind, people).slice(0, MOST);
  return findItemsByIds(
    db,
    ranked.map(({ id }) => id),
  );
}
