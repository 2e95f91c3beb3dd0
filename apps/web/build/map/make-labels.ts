import { distance, type Line, type Point } from "./geometry.ts";
import { placeOnEarth } from "./make-town.ts";
import { PRIMARY_ROADS } from "./town-plan.ts";

/** Labels for orientation on the country map, as [longitude, latitude]. */
const CITIES: Record<string, Point> = {
  "New York": [-74.01, 40.71],
  "Los Angeles": [-118.24, 34.05],
  Chicago: [-87.63, 41.88],
  Houston: [-95.37, 29.76],
  Phoenix: [-112.07, 33.45],
  Philadelphia: [-75.17, 39.95],
  "San Antonio": [-98.49, 29.42],
  "San Diego": [-117.16, 32.72],
  Dallas: [-96.8, 32.78],
  Denver: [-104.99, 39.74],
  Seattle: [-122.33, 47.61],
  "San Francisco": [-122.42, 37.77],
  Boston: [-71.06, 42.36],
  Washington: [-77.04, 38.91],
  Atlanta: [-84.39, 33.75],
  Miami: [-80.19, 25.76],
  Minneapolis: [-93.27, 44.98],
  Detroit: [-83.05, 42.33],
  "Saint Louis": [-90.2, 38.63],
  "Kansas City": [-94.58, 39.1],
  "New Orleans": [-90.07, 29.95],
  Portland: [-122.68, 45.52],
  "Las Vegas": [-115.14, 36.17],
  "Salt Lake City": [-111.89, 40.76],
  Albuquerque: [-106.65, 35.08],
  "El Paso": [-106.49, 31.76],
  Austin: [-97.74, 30.27],
  Nashville: [-86.78, 36.16],
  Memphis: [-90.05, 35.15],
  Charlotte: [-80.84, 35.23],
  Jacksonville: [-81.66, 30.33],
  Indianapolis: [-86.16, 39.77],
  Columbus: [-83, 39.96],
  Cleveland: [-81.69, 41.5],
  Pittsburgh: [-79.99, 40.44],
  Buffalo: [-78.88, 42.89],
  Milwaukee: [-87.91, 43.04],
  Omaha: [-95.94, 41.26],
  "Oklahoma City": [-97.52, 35.47],
  Boise: [-116.2, 43.62],
  Spokane: [-117.43, 47.66],
  Billings: [-108.5, 45.78],
  Fargo: [-96.79, 46.88],
  "Sioux Falls": [-96.73, 43.54],
  Anchorage: [-149.9, 61.22],
  Fairbanks: [-147.72, 64.84],
  Juneau: [-134.42, 58.3],
  Honolulu: [-157.86, 21.31],
  Newark: [-74.17, 40.74],
};

export type Label = {
  text: string;
  kind: "state" | "town" | "park" | "water" | "road" | "station";
  at: Point;
  /** Zoom range, [from, to], in which there is room for the label. */
  zoom: readonly [number, number];
  /** Degrees clockwise, for names that follow a road. */
  turn?: number;
};

/** Real locations, as [longitude, latitude]. */
const TOWNS: Record<string, Point> = {
  Maplewood: [-74.2716, 40.7312],
  "South Orange": [-74.2613, 40.749],
  Millburn: [-74.3038, 40.7246],
  Union: [-74.2632, 40.6976],
  "West Orange": [-74.2654, 40.7873],
  Irvington: [-74.2318, 40.7243],
  Springfield: [-74.3324, 40.7005],
  Livingston: [-74.3149, 40.7959],
  Hillside: [-74.2286, 40.6962],
};

/** In plan coordinates, like the streets. */
const PARKS: Record<string, Point> = {
  "South Mountain Reservation": [-4000, 3000],
  "Memorial Park": [-160, 1020],
  "Ridge Golf Club": [2300, 4400],
};

const ROAD_LABEL_EVERY = 2600;
const ROAD_LABELS_WITHIN = 7500;

export function makeLabels(): Label[] {
  const named = (places: Record<string, Point>, rest: Pick<Label, "kind" | "zoom">) =>
    Object.entries(places).map(([text, at]) => ({ text, at, ...rest }));
  const parks = Object.entries(PARKS).map(([text, point]) => ({
    text,
    at: placeOnEarth(point),
    kind: "park" as const,
    zoom: [13, 18] as const,
  }));
  return [
    ...named(TOWNS, { kind: "town", zoom: [10.6, 15.5] }),
    ...parks,
    { text: "Maplewood Station", at: placeOnEarth([285, 400]), kind: "station", zoom: [14, 18] },
    ...Object.entries(PRIMARY_ROADS).flatMap(([text, line]) => roadLabels(text, line)),
  ];
}

export const makeCityLabels = (): Label[] =>
  Object.entries(CITIES).map(([text, at]) => ({ text, at, kind: "town", zoom: [4, 13] }));

/** Repeats the road's name along it, never upside down. */
function roadLabels(text: string, line: Line): Label[] {
  const labels: Label[] = [];
  let since = ROAD_LABEL_EVERY * 0.6;
  for (let index = 1; index < line.length; index += 1) {
    const [before, point] = [line[index - 1] as Point, line[index] as Point];
    since += distance(before, point);
    if (since < ROAD_LABEL_EVERY || Math.hypot(...point) > ROAD_LABELS_WITHIN) continue;
    since = 0;
    labels.push({ text, at: placeOnEarth(point), kind: "road", zoom: [13.4, 18], turn: turnOf(before, point) });
  }
  return labels;
}

function turnOf(before: Point, point: Point): number {
  const [a, b] = [placeOnEarth(before), placeOnEarth(point)];
  const shrink = Math.cos((a[1] * Math.PI) / 180);
  const degrees = (Math.atan2(-(b[1] - a[1]), (b[0] - a[0]) * shrink) * 180) / Math.PI;
  if (degrees > 90) return Math.round(degrees - 180);
  return Math.round(degrees < -90 ? degrees + 180 : degrees);
}
