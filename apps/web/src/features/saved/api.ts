import type { forgetAllViews, forgetView, listRecentlyViewed } from "@nexby/contract/discovery/saved";
import type {
  deleteSavedSearch,
  listSavedSearches,
  SavedSearchInput,
  SavedSearchView,
  saveSearch,
  updateSavedSearch,
} from "@nexby/contract/discovery/saved-searches";
import type { QueryClient } from "@tanstack/react-query";
import { read, readPages, write } from "../../lib/api/queries.ts";

/** Looking at items changes it, so it is read anew each time it is shown. */
const ALWAYS = { staleTime: 0 };

export const recentlyViewed = () => ({ ...read<typeof listRecentlyViewed>("/api/recently-viewed"), ...ALWAYS });

/** Only the latest few. */
export const lastViewed = (limit: number) => ({
  ...readPages<typeof listRecentlyViewed>(`/api/recently-viewed?limit=${limit}`),
  ...ALWAYS,
});

const sendForget = (key: string, itemId: string) =>
  write<typeof forgetView>("DELETE", "/api/recently-viewed", itemId)(key);
const sendForgetAll = write<typeof forgetAllViews>("DELETE", "/api/recently-viewed");

export async function forgetOne(client: QueryClient, key: string, itemId: string): Promise<void> {
  await sendForget(key, itemId);
  client.setQueryData(recentlyViewed().queryKey, (items) => items?.filter(({ id }) => id !== itemId));
}

export async function forgetAll(client: QueryClient, key: string): Promise<void> {
  await sendForgetAll(key);
  client.setQueryData(recentlyViewed().queryKey, []);
}

export const savedSearches = () => read<typeof listSavedSearches>("/api/saved-searches");

const sendSearch = write<typeof saveSearch>("POST", "/api/saved-searches");
const sendChange = (id: string) => write<typeof updateSavedSearch>("PATCH", "/api/saved-searches", id);
const sendRemoval = (id: string) => write<typeof deleteSavedSearch>("DELETE", "/api/saved-searches", id);

export async function keepSearch(client: QueryClient, key: string, search: SavedSearchInput): Promise<void> {
  const saved = await sendSearch(key, search);
  client.setQueryData(savedSearches().queryKey, (searches) => searches && [saved, ...searches]);
}

type Naming = Partial<Pick<SavedSearchView, "name" | "hasAlerts">>;

export async function changeSearch(client: QueryClient, key: string, id: string, change: Naming): Promise<void> {
  const saved = await sendChange(id)(key, change);
  client.setQueryData(savedSearches().queryKey, (searches) => searches?.map((one) => (one.id === id ? saved : one)));
}

export async function removeSearch(client: QueryClient, key: string, id: string): Promise<void> {
  await sendRemoval(id)(key);
  client.setQueryData(savedSearches().queryKey, (searches) => searches?.filter((one) => one.id !== id));
}
