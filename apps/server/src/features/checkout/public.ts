/** Other features import checkout through this file only. */
export { findItemFacts } from "./quotes.queries.ts";
