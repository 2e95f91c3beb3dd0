/** Categories, by their slugs, of things that are easily sold on. */
const RESALE_PRONE: ReadonlySet<string> = new Set([
  "electronics",
  "tools-and-equipment",
  "cameras",
  "photography",
  "computers",
  "phones",
  "drones",
  "video-games",
  "musical-instruments",
  "jewelry",
  "watches",
]);

export const isResaleProne = (categorySlugs: readonly string[]): boolean =>
  categorySlugs.some((slug) => RESALE_PRONE.has(slug));
