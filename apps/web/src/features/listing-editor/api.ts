import type { getListingDefaults } from "@nexby/contract/admin/settings";
import type { listCategories } from "@nexby/contract/listings/categories";
import type { discardDraft, listDrafts, saveDraft } from "@nexby/contract/listings/drafts";
import type { createItem, deleteItem, getOwnItem, updateItem } from "@nexby/contract/listings/items";
import type { QueryClient } from "@tanstack/react-query";
import { read, write } from "../../lib/api/queries.ts";

export const categories = () => read<typeof listCategories>("/api/categories");
export const ownItem = (itemId: string) => read<typeof getOwnItem>("/api/owner/items", itemId);
export const listingDefaults = () => read<typeof getListingDefaults>("/api/owner/listing-defaults");
export const drafts = () => read<typeof listDrafts>("/api/owner/drafts");

export const createListing = write<typeof createItem>("POST", "/api/items");
export const changeListing = (itemId: string) => write<typeof updateItem>("PATCH", "/api/items", itemId);
export const deleteListing = (itemId: string) => write<typeof deleteItem>("DELETE", "/api/items", itemId);
export const putDraft = write<typeof saveDraft>("PUT", "/api/owner/drafts");
export const dropDraft = write<typeof discardDraft>("POST", "/api/owner/drafts/discard");

/** What shows a listing is read again when it is next seen. What is seen now belongs to the change itself. */
export function forgetListings(client: QueryClient): void {
  void client.invalidateQueries({
    refetchType: "none",
    predicate: ({ queryKey: [path] }) => typeof path === "string" && /^\/api\/(items|owner)\b/.test(path),
  });
}
