import { useExactSearch } from "../lib/use-exact-search.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The item an address is about; null when it names none, or nothing that could be one. */
export function useAskedItem(): string | null {
  const itemId = new URLSearchParams(useExactSearch()).get("itemId");
  return itemId && ID.test(itemId) ? itemId : null;
}
