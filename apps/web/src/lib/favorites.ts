import type * as savedContract from "@nexby/contract/discovery/saved";

import { read, readPages } from "./api/queries.ts";
import { sessionMemory } from "./browser/storage.ts";

export type Wanted = { itemId: string; title: string };

/** Which items are the person's favorites, for every card of a page at once. */
export const listFavoriteIds = () => read<typeof savedContract.listFavoriteIds>("/api/favorites/ids");

export const listFavorites = () => readPages<typeof savedContract.listFavorites>("/api/favorites");

const WISH_KEY = "nx_wanted_favorite";
const VALID_MS = 30 * 60_000;

/** What a visitor wanted to keep before they signed in. */
export const savePendingFavorite = (wanted: Wanted): void =>
  sessionMemory.set(WISH_KEY, JSON.stringify({ ...wanted, since: Date.now() }));

export const hasPendingFavorite = (): boolean => sessionMemory.get(WISH_KEY) !== null;

/** Once: whoever takes it fulfils it. */
export function takePendingFavorite(): Wanted | null {
  const stored = sessionMemory.get(WISH_KEY);
  sessionMemory.remove(WISH_KEY);
  try {
    const { itemId, title, since } = JSON.parse(stored ?? "null") ?? {};
    const isValid = typeof itemId === "string" && typeof title === "string" && Date.now() - since < VALID_MS;
    return isValid ? { itemId, title } : null;
  } catch {
    return null;
  }
}
