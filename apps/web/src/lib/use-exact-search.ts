import { useSearch } from "wouter";

/**
 * The search of the address as it is written. The router decodes it before anybody can parse it, by which what was
 * encoded twice, such as an address within the address, would come apart.
 */
export const useExactSearch = (): string => (useSearch() === "" ? "" : location.search.slice(1));
