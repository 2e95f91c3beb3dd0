import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import { type Line, type Point, simplified } from "./geometry.ts";
import { type Label, makeCityLabels, makeLabels } from "./make-labels.ts";
import { makeTown } from "./make-town.ts";

type Ring = number[][];
type Shape = { type: "Polygon"; coordinates: Ring[] } | { type: "MultiPolygon"; coordinates: Ring[][] };
type Shapes = { features: readonly { properties: { name: string }; geometry: Shape }[] };

/** In degrees; the atlas has no finer detail. */
const TOLERANCE = 0.004;
/** Degrees of longitude. A few islands lie beyond it and would appear at the other end of the map. */
const DATE_LINE = 170;

const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("us-atlas/states-10m.json"), "utf8"));
const shapesOf = (name: "states" | "nation") => (feature(atlas, atlas.objects[name]) as unknown as Shapes).features;

/** Land and state borders, as lines of [longitude, latitude]. */
function makeStates(): { land: Line[]; border: Line[] } {
  const borders = mesh(atlas, atlas.objects.states, (one, other) => one !== other).coordinates;
  const land = shapesOf("nation").flatMap(({ geometry }) => outlinesOf(geometry));
  return {
    land: land
      .filter((ring) => ring.every(([x]) => x < DATE_LINE))
      .map((ring) => simplified(ring, TOLERANCE))
      .filter((ring) => ring.length > 3),
    border: borders.map((line) => simplified(line.map(pointOf), TOLERANCE)),
  };
}

function makeStateLabels(): Label[] {
  return shapesOf("states").map(({ properties, geometry }) => {
    const largest = outlinesOf(geometry).reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one));
    return { text: properties.name, kind: "state", at: middleOf(largest), zoom: [3.6, 7.5] };
  });
}

const pointOf = ([x = 0, y = 0]: readonly number[]): Point => [x, y];

/** Outer rings only: the atlas has no lakes. */
function outlinesOf(shape: Shape): Point[][] {
  const polygons = shape.type === "MultiPolygon" ? shape.coordinates : [shape.coordinates];
  return polygons.map(([ring = []]) => ring.map(pointOf));
}

function areaOf(ring: Line): number {
  return Math.abs(sumOver(ring, ([x, y], [nextX, nextY]) => x * nextY - nextX * y)) / 2;
}

function middleOf(ring: Line): Point {
  const twice = sumOver(ring, ([x, y], [nextX, nextY]) => x * nextY - nextX * y);
  const along = (axis: 0 | 1) =>
    sumOver(ring, (here, next) => (here[axis] + next[axis]) * (here[0] * next[1] - next[0] * here[1])) / (3 * twice);
  return [along(0), along(1)];
}

const sumOver = (ring: Line, part: (here: Point, next: Point) => number): number =>
  ring.reduce((sum, here, index) => sum + part(here, ring[(index + 1) % ring.length] as Point), 0);

/** Contents of the files in src/assets/map. */
export function mapFiles(): Record<"town.json" | "country.json", string> {
  return {
    "town.json": JSON.stringify({ shapes: coded(makeTown(), 1e5), labels: makeLabels().map(rounded(1e5)), scale: 1e5 }),
    "country.json": JSON.stringify({
      shapes: coded(makeStates(), 1e3),
      labels: [...makeStateLabels(), ...makeCityLabels()].map(rounded(1e2)),
      scale: 1e3,
    }),
  };
}

const rounded =
  (scale: number) =>
  <Labelled extends { at: readonly [number, number] }>(label: Labelled) => ({
    ...label,
    at: label.at.map((degrees) => Math.round(degrees * scale) / scale),
  });

/** Delta-encodes coordinates as integers, a quarter of the size. Decoded in src/components/map/map-shapes.ts. */
function coded(shapes: Record<string, readonly Line[]>, scale: number): Record<string, number[][]> {
  const codeLine = (line: Line): number[] => {
    let before = [0, 0];
    return line.flatMap(([x, y]) => {
      const here = [Math.round(x * scale), Math.round(y * scale)];
      const step = here.map((value, axis) => value - (before[axis] ?? 0));
      before = here;
      return step;
    });
  };
  return Object.fromEntries(Object.entries(shapes).map(([kind, lines]) => [kind, lines.map(codeLine)]));
}
