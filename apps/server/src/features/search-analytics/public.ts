/** What other parts may use of search analytics. */
export { forgetOldSearches } from "./search-analytics.repository.ts";
export { createSearchRecorder } from "./search-recorder.ts";
