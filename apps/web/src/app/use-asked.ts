import { useExactSearch } from "../lib/use-exact-search.ts";

const useQueryValue = (name: string): string | null => new URLSearchParams(useExactSearch()).get(name);

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What an address is about; null when it names none, or nothing that could be one. */
function useAsked(name: string): string | null {
  const id = useQueryValue(name);
  return id && ID.test(id) ? id : null;
}

export const useAskedItem = (): string | null => useAsked("itemId");

export const useAskedBooking = (): string | null => useAsked("booking");

/** Whether it is about a deposit that was held, and nothing was paid. */
export const useIsDepositHeld = (): boolean => useQueryValue("deposit") === "held";
