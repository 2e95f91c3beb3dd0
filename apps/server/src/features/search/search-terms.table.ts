import { index, pgTable, text } from "drizzle-orm/pg-core";

/** Words that listings use, as they are written, each with the stem it is indexed by. Kept by triggers. */
export const searchTerms = pgTable(
  "search_terms",
  {
    term: text().primaryKey(),
    lexeme: text().notNull(),
    /** The term, and the term without each of its letters: two words one slip apart share one of these. */
    slips: text().array().notNull(),
  },
  (table) => [
    index("search_terms_by_prefix").on(table.term.op("text_pattern_ops")),
    index("search_terms_by_slip").using("gin", table.slips),
  ],
);
