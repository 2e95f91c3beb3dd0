import type { deleteItem, duplicateItem, listOwnItems, OwnItemSummaryView, updateItem } from "@nexby/contract/items";
import type { discardDraft, listDrafts } from "@nexby/contract/listing-drafts";
import type { QueryClient } from "@tanstack/react-query";
import { read, readPages } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const ownItemPages = () => readPages<typeof listOwnItems>("/api/owner/items");
export const drafts = () => read<typeof listDrafts>("/api/owner/drafts");

export const changeItem = (key: string, itemId: string, change: { isAvailable: boolean }) =>
  write<typeof updateItem>("PATCH", "/api/items", itemId)(key, change);
export const copyItem = (key: string, itemId: string) =>
  write<typeof duplicateItem>("POST", "/api/items", itemId, "duplicate")(key);
export const removeItem = (key: string, itemId: string) =>
  write<typeof deleteItem>("DELETE", "/api/items", itemId)(key);
export const dropDraft = write<typeof discardDraft>("POST", "/api/owner/drafts/discard");

/** Everything that shows listings asks again. */
export function refreshListings(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === "string" && /^\/api\/(items|owner)\b/.test(path),
  });
}

/** Shows a listing as live or paused before the server has agreed; answers how to take that back. */
export async function showAvailability(client: QueryClient, itemId: string, isAvailable: boolean): Promise<() => void> {
  const { queryKey } = ownItemPages();
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  const changed = (item: OwnItemSummaryView) => (item.id === itemId ? { ...item, isAvailable } : item);
  client.setQueryData(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: page.body.map(changed) })) },
  );
  return () => client.setQueryData(queryKey, before);
}
