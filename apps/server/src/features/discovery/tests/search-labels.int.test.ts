import { searchQuery } from "@nexby/contract/discovery/search";
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { DEMO_ITEMS } from "../../../demo/catalogue.ts";
import { items } from "../../../schema/listings.ts";
import { DEMO } from "../../../testing/listings/listed-items.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { searchItems } from "../search/search-items.ts";

const database = useTestDatabase(DEMO);

/** Typed texts, each with the demo listings (by slug) that count as a hit. */
const LABELED: readonly [typed: string, expected: readonly string[]][] = [
  ["kayk", ["kayak", "group-paddle"]],
  ["tents", ["dome-tent", "camping-kit"]],
  ["boun", ["bounce-house", "party-package"]],
  ["bounce house", ["bounce-house", "party-package"]],
  ["bouncy castle", ["bounce-house", "party-package"]],
  ["lawnmower", ["lawn-mower", "spring-garden"]],
  ["lawn mower", ["lawn-mower"]],
  ["mowers", ["lawn-mower", "spring-garden"]],
  ["projecter", ["projector", "movie-night"]],
  ["movie night", ["projector", "movie-night"]],
  ["outdoor cinema projector", ["projector", "movie-night"]],
  ["camping gear", ["camping-kit", "dome-tent", "camping-lantern"]],
  ["row boat", ["rowboat", "group-paddle"]],
  ["trampolin", ["trampoline"]],
  ["bike", ["city-bike", "bike-tour"]],
  ["bicycle", ["city-bike", "bike-tour"]],
  ["bike helmet", ["city-bike", "bike-tour"]],
  ["paddleboard", ["paddle-board", "lake-day"]],
  ["paddle boards", ["paddle-board", "lake-day"]],
  ["cordless drill", ["cordless-drill"]],
  ["dril", ["cordless-drill", "repair-set"]],
  ["kitchen mixer", ["stand-mixer", "baking-weekend"]],
  ["food truck", ["food-truck"]],
  ["burgers", ["food-truck"]],
  ["presure washer", ["pressure-washer", "siding-wash"]],
  ["power washer", ["pressure-washer", "siding-wash"]],
  ["hot tub", ["hot-tub", "spa-evening"]],
  ["jacuzzi", ["hot-tub", "spa-evening"]],
  ["speakers", ["pa-speakers", "movie-night"]],
  ["microphon", ["pa-speakers"]],
  ["canopy", ["event-canopy", "ice-cream-cart", "party-package"]],
  ["camera for a wedding", ["camera"]],
  ["snow board", ["snowboard"]],
  ["snowboard boots", ["snowboard"]],
  ["corn hole", ["cornhole-set", "lawn-games"]],
  ["yard games", ["cornhole-set", "lawn-games", "block-tower", "ping-pong-table", "foosball-table"]],
  ["charcoal grill", ["kettle-grill"]],
  ["bbq grill", ["kettle-grill"]],
  ["folding tables", ["table-and-chairs", "wedding-seating"]],
  ["chairs for a wedding", ["wedding-seating"]],
  ["coffee machine", ["espresso-machine", "brunch-bar"]],
  ["esspresso", ["espresso-machine", "brunch-bar"]],
  ["hedge trimer", ["hedge-trimmer", "spring-garden"]],
  ["golf clubs", ["golf-bag"]],
  ["ladders", ["step-ladder", "repair-set", "siding-wash"]],
  ["moving box", ["moving-boxes", "moving-boxes-large"]],
  ["storage", ["storage-container", "storage-room", "garage-shelving"]],
  ["sleeping bags", ["sleeping-bag", "camping-kit"]],
  ["whelbarrow", ["wheelbarrow", "spring-garden"]],
  ["smoothie blender", ["blender", "brunch-bar"]],
];

const FIRST = 3;
const MIN_HITS = 45;

test("at least 45 of fifty labeled queries over the demo data have an expected item among the first three", async () => {
  const { db } = database();
  const misses: string[] = [];
  for (const [typed, expected] of LABELED) {
    const query = searchQuery.parse({ search: typed, latitude: "40.7279", longitude: "-74.2656" });
    const { items: found } = await searchItems(db, query);
    const first = found.slice(0, FIRST).map(({ id }) => id);
    const rows = await db.select({ id: items.id, title: items.title }).from(items).where(inArray(items.id, first));
    const titles = first.map((id) => rows.find((row) => row.id === id)?.title);
    const expectedTitles = DEMO_ITEMS.filter(({ slug }) => expected.includes(slug)).map(({ title }) => title);
    expect(expectedTitles).toHaveLength(expected.length);
    if (!titles.some((title) => title && expectedTitles.includes(title)))
      misses.push(`${typed}: ${titles.join(" · ")}`);
  }
  expect(LABELED).toHaveLength(50);
  expect(misses.length, misses.join("\n")).toBeLessThanOrEqual(LABELED.length - MIN_HITS);
});
