import type * as savedContract from "@nexby/contract/discovery/saved";

import { read, readPages } from "./api/queries.ts";
import { sessionMemory } from "./browser/storage.ts";

export type FavoriteItem = { itemId: string; title: string };

/** Ids of the user's favorites, for every card of a page at once. */
export const listFavoriteIds = () => read<typeof savedContract.listFavoriteIds>("/api/favorites/ids");

export const listFavorites = () => readPages<typeof savedContract.listFavorites>("/api/favorites");

const PENDING_KEY = "nx_wanted_favorite";
const VALID_MS = 30 * 60_000;

/** Favorite that a visitor chose before signing in. */
export const savePendingFavorite = (item: FavoriteItem): void =>
  sessionMemory.set(PENDING_KEY, JSON.stringify({ ...item, since: Date.now() }));

export const hasPendingFavorite = (): boolean => sessionMemory.get(PENDING_KEY) !== null;

/** Removes it, so that it is applied only once. */
export function takePendingFavorite(): FavoriteItem | null {
  const stored = sessionMemory.get(PENDING_KEY);
  sessionMemory.remove(PENDING_KEY);
  try {
    const { itemId, title, since } = JSON.parse(stored ?? "null") ?? {};
    const isValid = typeof itemId === "string" && typeof title === "string" && Date.now() - since < VALID_MS;
    return isValid ? { itemId, title } : null;
  } catch {
    return null;
  }
}
