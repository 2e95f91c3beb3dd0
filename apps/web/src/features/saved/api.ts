import type * as savedContract from "@nexby/contract/discovery/saved";
import type { listRecentlyViewed } from "@nexby/contract/discovery/saved";
import type * as savedSearchesContract from "@nexby/contract/discovery/saved-searches";
import type { SavedSearchInput, SavedSearchView } from "@nexby/contract/discovery/saved-searches";
import type { QueryClient } from "@tanstack/react-query";
import { read, readPages, write } from "../../lib/api/queries.ts";

/** Viewing items changes the list, so it is always refetched. */
const ALWAYS_REFETCH = { staleTime: 0 };

export const recentlyViewed = () => ({ ...read<typeof listRecentlyViewed>("/api/recently-viewed"), ...ALWAYS_REFETCH });

export const lastViewed = (limit: number) => ({
  ...readPages<typeof listRecentlyViewed>(`/api/recently-viewed?limit=${limit}`),
  ...ALWAYS_REFETCH,
});

const removeRecentView = (key: string, itemId: string) =>
  write<typeof savedContract.removeRecentView>("DELETE", "/api/recently-viewed", itemId)(key);
const clearRecentViews = write<typeof savedContract.clearRecentViews>("DELETE", "/api/recently-viewed");

export async function forgetOne(client: QueryClient, key: string, itemId: string): Promise<void> {
  await removeRecentView(key, itemId);
  client.setQueryData(recentlyViewed().queryKey, (items) => items?.filter(({ id }) => id !== itemId));
}

export async function forgetAll(client: QueryClient, key: string): Promise<void> {
  await clearRecentViews(key);
  client.setQueryData(recentlyViewed().queryKey, []);
}

export const listSavedSearches = () => read<typeof savedSearchesContract.listSavedSearches>("/api/saved-searches");

const createSavedSearch = write<typeof savedSearchesContract.createSavedSearch>("POST", "/api/saved-searches");
const updateSavedSearch = (id: string) =>
  write<typeof savedSearchesContract.updateSavedSearch>("PATCH", "/api/saved-searches", id);
const deleteSavedSearch = (id: string) =>
  write<typeof savedSearchesContract.deleteSavedSearch>("DELETE", "/api/saved-searches", id);

export async function keepSearch(client: QueryClient, key: string, search: SavedSearchInput): Promise<void> {
  const saved = await createSavedSearch(key, search);
  client.setQueryData(listSavedSearches().queryKey, (searches) => searches && [saved, ...searches]);
}

type Naming = Partial<Pick<SavedSearchView, "name" | "hasAlerts">>;

export async function changeSearch(client: QueryClient, key: string, id: string, change: Naming): Promise<void> {
  const saved = await updateSavedSearch(id)(key, change);
  client.setQueryData(listSavedSearches().queryKey, (searches) =>
    searches?.map((search) => (search.id === id ? saved : search)),
  );
}

export async function removeSearch(client: QueryClient, key: string, id: string): Promise<void> {
  await deleteSavedSearch(id)(key);
  client.setQueryData(listSavedSearches().queryKey, (searches) => searches?.filter((search) => search.id !== id));
}
