import { milesBetween } from "@nexby/domain/kernel/distance";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findItem, type ItemRow } from "../items.repository.ts";
import { selectNearbyOfCategory } from "../similar-items.repository.ts";

const MOST = 6;

const positionOf = ({ publicLatitude, publicLongitude }: ItemRow) => ({
  latitude: publicLatitude,
  longitude: publicLongitude,
});

/** Other items of the same first category that can be rented, nearest first by what the public sees of positions. */
export async function listSimilarItems(db: Db, itemId: string): Promise<ItemRow[]> {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  const [category] = item.categories;
  if (!category) return [];
  const here = positionOf(item);
  const candidates = await selectNearbyOfCategory(db, { ...here, itemId, categoryId: category.id });
  const miles = new Map(candidates.map((one) => [one.id, milesBetween(here, positionOf(one))]));
  return candidates.sort((one, other) => (miles.get(one.id) ?? 0) - (miles.get(other.id) ?? 0)).slice(0, MOST);
}
