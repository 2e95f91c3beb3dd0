/** Other features import discovery through this file only. */
export { searchItems } from "./search/search-items.ts";
