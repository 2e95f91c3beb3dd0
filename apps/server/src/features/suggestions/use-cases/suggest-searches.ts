import { suggestionsFor, suggestionTermsOf } from "@nexby/domain/search/suggestions";
import type { Db } from "../../../platform/db/db.ts";
import { findItemsByBeginning } from "../../search/public.ts";
import { findDescribed, findNewestContaining, findTitlesBeginning } from "../suggestions.repository.ts";

const SHORTEST_TEXT = 2;
const NEWEST = 300;
const TITLES = 300;

/**
 * What a browser that held every listing would suggest. Listings whose title, or a word, begins with the text are found
 * by indexes; those that have it in the middle of a word no index gives at this price, so only among the newest.
 */
export async function suggestSearches(db: Db, text: string): Promise<string[]> {
  if (text.length < SHORTEST_TEXT) return [];
  const [newest, titles, worded] = await Promise.all([
    findNewestContaining(db, text, NEWEST),
    findTitlesBeginning(db, text, TITLES),
    findItemsByBeginning(db, text).then((itemIds) => findDescribed(db, itemIds)),
  ]);
  return suggestionsFor(text, suggestionTermsOf([...newest, ...worded, ...titles.map((title) => ({ title }))]));
}
