import { createHash } from "node:crypto";
import { SEARCH_SORTS, type SearchQuery, searchQuery } from "@nexby/contract/discovery/search";

export type SearchCase = {
  place: string;
  text: string;
  filter: string;
  sort: string;
  given: Record<string, string>;
  query: SearchQuery;
};

type Choices = Record<string, Record<string, string>>;

/** Tens of thousands of listings nearby at the largest size, hardly any nearby, no place, and half a map. */
const PLACES: Choices = {
  dense: { latitude: "40.73", longitude: "-73.99" },
  sparse: { latitude: "44.5", longitude: "-106.5" },
  nowhere: {},
  map: { bounds: "33,-90,44,-72" },
};

/** Among the rarest words of the generator's vocabulary. */
export const RARE_WORD = createHash("md5")
  .update("19990")
  .digest("hex")
  .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))
  .slice(0, 5);

/** No text, then words in some, most and hardly any listings, a word prefix, a typo and two words. */
const TEXTS: Choices = {
  "no text": {},
  usual: { search: "kayak" },
  frequent: { search: "included" },
  rare: { search: RARE_WORD },
  prefix: { search: "trampo" },
  typo: { search: "kayk" },
  two: { search: "sturdy tent" },
};

const isoDay = (daysAhead: number) => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
export const DATES = { startDate: isoDay(20), endDate: isoDay(22) };

const FILTERS: Choices = {
  "no filter": {},
  category: { category: "tools-and-equipment" },
  price: { minPrice: "20", maxPrice: "25" },
  condition: { condition: "new" },
  exchange: { exchange: "delivery" },
  rating: { rating: "4.5" },
  dates: DATES,
  quantity: { quantity: "2" },
  all: { category: "tools-and-equipment", maxPrice: "50", condition: "new,like_new", rating: "4", ...DATES },
};

/** Every filter in every sort order for every kind of place and text, except what the contract rejects. */
export function searchCases(): SearchCase[] {
  const cases: SearchCase[] = [];
  for (const [place, area] of Object.entries(PLACES)) {
    for (const [text, searchText] of Object.entries(TEXTS)) {
      for (const [filter, filterSet] of Object.entries(FILTERS)) {
        for (const sort of SEARCH_SORTS) {
          const given = { ...area, ...searchText, ...filterSet };
          const parsed = searchQuery.safeParse({ ...given, sort });
          if (parsed.success) cases.push({ place, text, filter, sort, given, query: parsed.data });
        }
      }
    }
  }
  return cases;
}
