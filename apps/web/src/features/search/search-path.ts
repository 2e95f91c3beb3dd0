/** Of a search before it, where and when stay; what it was for does not. */
const KEPT = ["latitude", "longitude", "radius", "startDate", "endDate", "quantity", "place", "view"];

/** Where items are searched; the address is the only place that says what for. */
export function searchPath(text: string, before = ""): string {
  const kept = new URLSearchParams(before);
  for (const name of new Set(kept.keys())) if (!KEPT.includes(name)) kept.delete(name);
  return `/browse?search=${encodeURIComponent(text)}${kept.size > 0 ? `&${kept}` : ""}`;
}

export const categoryPath = (slug: string): string => `/browse?category=${encodeURIComponent(slug)}`;

/** What the page at this address searches for. */
export const searchedText = (path: string, search: string): string =>
  path === "/browse" ? (new URLSearchParams(search).get("search") ?? "") : "";
