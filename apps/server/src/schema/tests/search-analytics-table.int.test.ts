import { describeTable } from "../../testing/listings/catalogue.ts";

describeTable({
  table: "search_analytics",
  ids: "[DATA-12]",
  fields: {
    day: { type: "date" },
    text: { type: "text" },
    filters: { type: "text[]" },
    searches: { type: "integer" },
    withoutResult: { type: "integer" },
    results: { type: "smallint" },
  },
  validRow: async () => ({
    day: "2026-01-01",
    text: "kayak",
    filters: "{category,price}",
    searches: 3,
    without_result: 1,
    results: 24,
  }),
  refused: {
    unique: { search_analytics_one_each: { "a duplicate row": { searches: 1 } } },
    check: {
      search_analytics_text_is_short: { "an empty text": { text: "" }, "a long text": { text: "x".repeat(81) } },
      search_analytics_counts_make_sense: {
        "zero searches": { text: "a", searches: 0, without_result: 0 },
        "more searches without results than searches": { text: "a", without_result: 4 },
        "a negative number of searches without results": { text: "a", without_result: -1 },
        "a negative number of results": { text: "a", results: -1 },
        "a number of results above the limit": { text: "a", results: 101 },
      },
    },
  },
});
