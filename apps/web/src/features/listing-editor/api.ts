import type * as settingsContract from "@nexby/contract/admin/settings";

import type * as categoriesContract from "@nexby/contract/listings/categories";

import type * as draftsContract from "@nexby/contract/listings/drafts";

import type * as itemsContract from "@nexby/contract/listings/items";

import type { QueryClient } from "@tanstack/react-query";
import { read, write } from "../../lib/api/queries.ts";

export const listCategories = () => read<typeof categoriesContract.listCategories>("/api/categories");
export const getOwnItem = (itemId: string) => read<typeof itemsContract.getOwnItem>("/api/owner/items", itemId);
export const getListingDefaults = () => read<typeof settingsContract.getListingDefaults>("/api/owner/listing-defaults");
export const listDrafts = () => read<typeof draftsContract.listDrafts>("/api/owner/drafts");

export const createItem = write<typeof itemsContract.createItem>("POST", "/api/items");
export const updateItem = (itemId: string) => write<typeof itemsContract.updateItem>("PATCH", "/api/items", itemId);
export const deleteItem = (itemId: string) => write<typeof itemsContract.deleteItem>("DELETE", "/api/items", itemId);
export const saveDraft = write<typeof draftsContract.saveDraft>("PUT", "/api/owner/drafts");
export const deleteDraft = write<typeof draftsContract.deleteDraft>("POST", "/api/owner/drafts/discard");

/** Marks cached listings as stale without refetching visible ones, which the change itself updates. */
export function clearListings(client: QueryClient): void {
  void client.invalidateQueries({
    refetchType: "none",
    predicate: ({ queryKey: [path] }) => typeof path === "string" && /^\/api\/(items|owner)\b/.test(path),
  });
}
