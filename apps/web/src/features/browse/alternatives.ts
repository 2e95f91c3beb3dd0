import { changedSearch, type Search } from "../../lib/search-url.ts";

/** What can be left out of a search that finds nothing, the most likely first. */
const PARTS = ["dates", "price", "details", "area", "words"] as const;
type LeftOut = (typeof PARTS)[number];

export type Alternative = { leftOut: readonly LeftOut[]; search: Search };

const WITHOUT: Record<LeftOut, Partial<Search>> = {
  dates: { dates: null, quantity: 1 },
  price: { minCents: null, maxCents: null },
  details: { conditions: [], exchanges: [], rating: null },
  area: { position: null, bounds: null },
  words: { search: null, category: null },
};

const IS_ASKED: Record<LeftOut, (search: Search) => boolean> = {
  dates: ({ dates, quantity }) => dates !== null || quantity > 1,
  price: ({ minCents, maxCents }) => minCents !== null || maxCents !== null,
  details: ({ conditions, exchanges, rating }) => conditions.length + exchanges.length > 0 || rating !== null,
  area: ({ position, bounds }) => position !== null || bounds !== null,
  words: ({ search, category }) => search !== null || category !== null,
};

/** Miles to look around in before the place is given up. */
const WIDER_RADIUS = 100;

/** Searches that ask for less, the nearest to what was asked for first: one thing left out, then several. */
export function alternativesTo(search: Search): Alternative[] {
  const asked = PARTS.filter((part) => IS_ASKED[part](search));
  const one = asked.flatMap((part) => without(search, [part]));
  const several = asked.slice(1).flatMap((_, index) => without(search, asked.slice(0, index + 2)));
  return [...one, ...several];
}

function without(search: Search, leftOut: readonly LeftOut[]): Alternative[] {
  const changes = leftOut.map((part) => WITHOUT[part]);
  const anywhere = { leftOut, search: changedSearch(search, Object.assign({}, ...changes)) };
  const { position, radius } = search;
  if (!leftOut.includes("area") || !position || radius >= WIDER_RADIUS) return [anywhere];
  const around = { position, place: search.place, radius: WIDER_RADIUS, bounds: null };
  return [{ leftOut, search: changedSearch(anywhere.search, around) }, anywhere];
}

/** What was not found, and what is shown instead. */
export function alternativeCopy(
  search: Search,
  { leftOut }: Alternative,
  categoryName: string | null,
): { missing: string; instead: string } {
  const what = `items${search.search ? ` for “${search.search}”` : ""}${categoryName ? ` in ${categoryName}` : ""}`;
  const [only] = leftOut;
  if (leftOut.length > 1 || !only) {
    return { missing: `No ${what} match.`, instead: `These leave out ${listOf(leftOut.map((part) => NAMES[part]))}.` };
  }
  return {
    dates: { missing: `No ${what} ${whenText(search)}.`, instead: insteadOfDates(search) },
    price: { missing: `No ${what} at this price.`, instead: "These cost more or less." },
    details: { missing: `No ${what} fit all filters.`, instead: "These differ in condition, handover or rating." },
    area: { missing: `No ${what} in this area.`, instead: "These are farther away." },
    words: {
      missing: search.search
        ? `No ${what}.`
        : `Nobody nearby has shared anything in ${categoryName ?? "this category"} yet.`,
      instead: "These may be of use instead.",
    },
  }[only];
}

const NAMES: Record<LeftOut, string> = {
  dates: "your dates",
  price: "the price",
  details: "other filters",
  area: "the area",
  words: "your words",
};

const whenText = ({ dates, quantity }: Search): string => {
  if (!dates) return "come in this number";
  return quantity > 1 ? "are free on these days in this number" : "are free on these days";
};

const insteadOfDates = ({ dates, quantity }: Search): string => {
  if (!dates) return "These come in smaller numbers.";
  return quantity > 1 ? "These are free on other days, or in smaller numbers." : "These are free on other days.";
};

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${last}` : last;
}
