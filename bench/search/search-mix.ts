import { METRO_CENTERS } from "./generate-listings.ts";
import { DATES, RARE_WORD } from "./search-cases.ts";

type Parameters = Record<string, string>;
type Weighted<Value> = readonly (readonly [weight: number, value: Value])[];

/** Seeded, so that every run draws the same numbers. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function pick<Value>(draw: () => number, choices: Weighted<Value>): Value {
  let left = draw() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) {
    left -= weight;
    if (left <= 0) return value;
  }
  throw new Error("nothing to choose from");
}

const near = (latitude: number, longitude: number): Parameters => ({
  latitude: latitude.toFixed(4),
  longitude: longitude.toFixed(4),
});

const around = (latitude: number, longitude: number, degrees: number): Parameters => ({
  bounds: [latitude - degrees, longitude - degrees, latitude + degrees, longitude + degrees]
    .map((edge) => edge.toFixed(4))
    .join(","),
});

/** Most people search near their home, which is where most listings are. */
function drawPlace(draw: () => number): Parameters {
  const city = pick(draw, METRO_CENTERS);
  const [latitude, longitude] = [city.latitude + (draw() - 0.5) * 0.4, city.longitude + (draw() - 0.5) * 0.4];
  return pick<() => Parameters>(draw, [
    [62, () => near(latitude, longitude)],
    [4, () => ({ ...near(latitude, longitude), radius: "100" })],
    [8, () => near(31 + draw() * 15, -120 + draw() * 40)],
    [12, () => around(latitude, longitude, 0.1 + draw() * 0.4)],
    [2, () => ({ bounds: "33,-90,44,-72" })],
    [12, () => ({})],
  ])();
}

const TEXTS: Weighted<Parameters> = [
  [40, {}],
  ...["kayak", "tent", "drill", "ladder", "projector", "camera", "grill", "bicycle", "telescope", "carpet"].map(
    (search) => [3.5, { search }] as const,
  ),
  [4, { search: "sturdy tent" }],
  [4, { search: "cordless drill" }],
  [4, { search: "trampo" }],
  [2, { search: "kayk" }],
  [2, { search: "projecter" }],
  [3, { search: RARE_WORD }],
  [2, { search: "included" }],
];

const FILTERS: Weighted<Parameters> = [
  [52, {}],
  [14, { category: "tools-and-equipment" }],
  [8, { maxPrice: "50" }],
  [4, { minPrice: "20", maxPrice: "25" }],
  [13, DATES],
  [2, { condition: "new" }],
  [2, { exchange: "delivery" }],
  [3, { rating: "4.5" }],
  [2, { quantity: "2" }],
  [4, { category: "tools-and-equipment", maxPrice: "50", condition: "new,like_new", rating: "4", ...DATES }],
];

const SORTS: Weighted<Parameters> = [
  [74, {}],
  [12, { sort: "price" }],
  [5, { sort: "newest" }],
  [5, { sort: "rating" }],
  [4, { sort: "distance" }],
];

/** A realistic mix of searches; the weights are in the README. */
export function searchMix(count: number): Parameters[] {
  const draw = seededRandom(20_260_101);
  return Array.from({ length: count }, () => {
    const query = {
      ...drawPlace(draw),
      ...pick(draw, TEXTS),
      ...pick(draw, FILTERS),
      ...pick(draw, SORTS),
    };
    const isPlaced = "latitude" in query || "bounds" in query;
    return query.sort === "distance" && !isPlaced ? { ...query, sort: "newest" } : query;
  });
}
