import type * as savedContract from "@nexby/contract/discovery/saved";

import { read, readPages } from "./api/queries.ts";
import { sessionMemory } from "./browser/storage.ts";

export type FavoriteItem = { itemId: string; title: string };

/** Ids of the user's favorites, for every card of a page at once. */
export const listFavoriteIds = () => read<typeof savedContract.listFavoriteIds>("/api/favorites/ids");

export const listFavorites = () => readPages<typeof savedContract.listFavorites>("/api/favorites");

export const PENDING_KEY = "nx_wanted_favorite";

/** Favorite that a visitor chose before signing in. */
export const savePendingFavorite = (item: FavoriteItem): void =>
  sessionMemory.set(PENDING_KEY, JSON.stringify({ ...item, since: Date.now() }));

export const hasPendingFavorite = (): boolean => sessionMemory.get(PENDING_KEY) !== null;
