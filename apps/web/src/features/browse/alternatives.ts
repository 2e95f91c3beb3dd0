import { changedSearch, type Search } from "../../lib/search-url.ts";

/** Filters that an empty search can drop, most likely first. */
const PARTS = ["dates", "price", "details", "area", "words"] as const;
type FilterKind = (typeof PARTS)[number];

export type Alternative = { leftOut: readonly FilterKind[]; search: Search };

const WITHOUT: Record<FilterKind, Partial<Search>> = {
  dates: { dates: null, quantity: 1 },
  price: { minCents: null, maxCents: null },
  details: { conditions: [], exchanges: [], rating: null },
  area: { position: null, bounds: null },
  words: { search: null, category: null },
};

const IS_SET: Record<FilterKind, (search: Search) => boolean> = {
  dates: ({ dates, quantity }) => dates !== null || quantity > 1,
  price: ({ minCents, maxCents }) => minCents !== null || maxCents !== null,
  details: ({ conditions, exchanges, rating }) => conditions.length + exchanges.length > 0 || rating !== null,
  area: ({ position, bounds }) => position !== null || bounds !== null,
  words: ({ search, category }) => search !== null || category !== null,
};

/** Radius in miles to try before dropping the place. */
const WIDER_RADIUS = 100;

/** Broader searches, closest to the original first: one filter dropped, then several. */
export function alternativesTo(search: Search): Alternative[] {
  const active = PARTS.filter((part) => IS_SET[part](search));
  const single = active.flatMap((part) => without(search, [part]));
  const several = active.slice(1).flatMap((_, index) => without(search, active.slice(0, index + 2)));
  return [...single, ...several];
}

function without(search: Search, leftOut: readonly FilterKind[]): Alternative[] {
  const changes = leftOut.map((part) => WITHOUT[part]);
  const anywhere = { leftOut, search: changedSearch(search, Object.assign({}, ...changes)) };
  const { position, radius } = search;
  if (!leftOut.includes("area") || !position || radius >= WIDER_RADIUS) return [anywhere];
  const around = { position, place: search.place, radius: WIDER_RADIUS, bounds: null };
  return [{ leftOut, search: changedSearch(anywhere.search, around) }, anywhere];
}

export function alternativeCopy(
  search: Search,
  { leftOut }: Alternative,
  categoryName: string | null,
): { missing: string; instead: string } {
  const subject = `items${search.search ? ` for “${search.search}”` : ""}${categoryName ? ` in ${categoryName}` : ""}`;
  const [only] = leftOut;
  if (leftOut.length > 1 || !only) {
    return {
      missing: `No ${subject} match.`,
      instead: `These match everything except ${listOf(leftOut.map((part) => NAMES[part]))}.`,
    };
  }
  return {
    dates: { missing: `No ${subject} ${whenText(search)}.`, instead: insteadOfDates(search) },
    price: { missing: `No ${subject} at this price.`, instead: "These cost more or less." },
    details: {
      missing: `No ${subject} match all filters.`,
      instead: "These have a different condition, handoff or rating.",
    },
    area: { missing: `No ${subject} in this area.`, instead: "These are farther away." },
    words: {
      missing: search.search ? `No ${subject}.` : `No items in ${categoryName ?? "this category"} yet.`,
      instead: "You might like these instead.",
    },
  }[only];
}

const NAMES: Record<FilterKind, string> = {
  dates: "your dates",
  price: "the price",
  details: "other filters",
  area: "the area",
  words: "your search",
};

const whenText = ({ dates, quantity }: Search): string => {
  if (!dates) return "are available in this quantity";
  return quantity > 1 ? "are available on these dates in this quantity" : "are available on these dates";
};

const insteadOfDates = ({ dates, quantity }: Search): string => {
  if (!dates) return "These are available in smaller quantities.";
  return quantity > 1
    ? "These are available on other dates or in smaller quantities."
    : "These are available on other dates.";
};

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}
