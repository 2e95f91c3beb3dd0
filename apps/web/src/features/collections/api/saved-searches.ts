import type { SavedSearchInput } from "@nexby/contract/saved-search-fields";
import type {
  deleteSavedSearch,
  listSavedSearches,
  SavedSearchView,
  saveSearch,
  updateSavedSearch,
} from "@nexby/contract/saved-searches";
import type { QueryClient } from "@tanstack/react-query";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

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
