import { makeDistricts } from "./districts.ts";
import { distance, type Line, type Point, randomNumbers, simplified } from "./geometry.ts";
import { BARRIERS, LARGE_PARKS, MOTORWAYS, PRIMARY_ROADS, RAILWAY, TRAILS, WATER, WOODS } from "./town-plan.ts";

/** Center of the demo town. */
const MIDDLE = { latitude: 40.7279, longitude: -74.2656 };
const METERS_PER_DEGREE = 111_320;
/** Maximum deviation of a simplified line from the plan, in meters. */
const TOLERANCE = 1.5;

type Shapes = Record<string, Line[]>;

/** All shapes on the map by kind, as lines and rings of [longitude, latitude]. */
export function makeTown(): Shapes {
  const districts = makeDistricts({ barriers: BARRIERS, open: [...WOODS, ...LARGE_PARKS, ...WATER.slice(2)] });
  const edges = uniqueEdges(districts.flatMap(({ edges }) => edges));
  const random = randomNumbers(12);
  const isMain = edges.map(() => random() < 0.55);
  const shapes: Shapes = {
    wood: [...WOODS],
    park: [...LARGE_PARKS, ...districts.flatMap(({ parks }) => parks)],
    water: [...WATER],
    trail: [...TRAILS],
    minor: [...districts.flatMap(({ streets }) => streets), ...edges.filter((_, index) => !isMain[index])],
    secondary: edges.filter((_, index) => isMain[index]),
    primary: Object.values(PRIMARY_ROADS),
    motorway: [...MOTORWAYS],
    rail: [RAILWAY],
  };
  const isArea = (kind: string) => ["wood", "park", "water"].includes(kind);
  return Object.fromEntries(
    Object.entries(shapes).map(([kind, lines]) => [
      kind,
      lines.map((line) => simplified(finely(isArea(kind) ? closed(line) : line).map(bend), TOLERANCE).map(onEarth)),
    ]),
  );
}

const closed = (ring: Line): Line => [...ring, ring[0] as Point];

/** Neighboring districts share an edge. */
function uniqueEdges(edges: readonly [Point, Point][]): Line[] {
  const round = ([x, y]: Point) => `${Math.round(x / 5)},${Math.round(y / 5)}`;
  const known = new Map<string, Line>();
  for (const edge of edges) known.set(edge.map(round).sort().join(" "), edge);
  return [...known.values()];
}

/** Adds points so that bent lines look smooth. */
function finely(line: Line): Point[] {
  return line.flatMap((point, index) => {
    const next = line[index + 1];
    if (!next || Math.abs(point[0]) > 9000 || Math.abs(point[1]) > 9000) return [point];
    const steps = Math.max(1, Math.round(distance(point, next) / 160));
    return Array.from(
      { length: steps },
      (_, step): Point => [
        point[0] + ((next[0] - point[0]) * step) / steps,
        point[1] + ((next[1] - point[1]) * step) / steps,
      ],
    );
  });
}

/** Bends all lines by the same function, so that lines that met still meet. */
function bend([x, y]: Point): Point {
  const near = Math.max(0, 1 - Math.hypot(x, y) / 14_000);
  return [
    x + near * (130 * Math.sin(y / 620 + x / 2100) + 34 * Math.sin(y / 190 + 2)),
    y + near * (130 * Math.sin(x / 680 + 1.3 - y / 2400) + 34 * Math.sin(x / 210)),
  ];
}

function onEarth([x, y]: Point): Point {
  const perDegreeEast = METERS_PER_DEGREE * Math.cos((MIDDLE.latitude * Math.PI) / 180);
  return [MIDDLE.longitude + x / perDegreeEast, MIDDLE.latitude + y / METERS_PER_DEGREE];
}

/** Position on Earth of a point on the plan. */
export const placeOnEarth = (point: Point): Point => onEarth(bend(point));
