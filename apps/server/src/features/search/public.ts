/** What other features may use of search. */
export { findItemsByBeginning } from "./beginning-words.repository.ts";
export { forgetUnusedTerms } from "./jobs/forget-unused-terms.ts";
export { countFacets } from "./use-cases/count-facets.ts";
export { searchItems } from "./use-cases/search-items.ts";
