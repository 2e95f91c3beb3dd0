import { CITIES } from "./cities.ts";
import { distance, type Line, type Point } from "./geometry.ts";
import { placeOnEarth } from "./make-town.ts";
import { PRIMARY_ROADS } from "./town-plan.ts";

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
