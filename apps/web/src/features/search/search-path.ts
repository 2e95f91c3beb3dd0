/** Where items are searched; the address is the only place that says what for. */
export const searchPath = (text: string): string => `/browse?search=${encodeURIComponent(text)}`;

export const categoryPath = (slug: string): string => `/browse?category=${encodeURIComponent(slug)}`;

/** What the page at this address searches for. */
export const searchedText = (path: string, search: string): string =>
  path === "/browse" ? (new URLSearchParams(search).get("search") ?? "") : "";
