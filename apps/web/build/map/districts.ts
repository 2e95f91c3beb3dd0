import { between, crosses, cutAway, distance, isInside, type Line, type Point, randomNumbers } from "./geometry.ts";

type Place = { barriers: readonly Line[]; open: readonly Line[] };
export type District = { streets: Point[][]; parks: Point[][]; edges: [Point, Point][] };

const REACH = 8000;
/** Side streets are drawn only where the demo items are; main roads are enough farther out. */
const STREETS_REACH = 7400;
const SPACING = 1180;
const MAX_STRETCH = 150;

/** Voronoi districts, each with its own street grid. */
export function makeDistricts(place: Place): District[] {
  const random = randomNumbers(7040);
  const seeds: Point[] = [];
  for (let x = -REACH; x <= REACH; x += SPACING) {
    for (let y = -REACH; y <= REACH; y += SPACING) {
      seeds.push([x + (random() - 0.5) * 0.8 * SPACING, y + (random() - 0.5) * 0.8 * SPACING]);
    }
  }
  return seeds.map((seed) => makeDistrict(seed, cellOf(seed, seeds), place, random));
}

/** Voronoi cell of the seed. */
function cellOf(seed: Point, seeds: readonly Point[]): Point[] {
  const reach = REACH + SPACING / 2;
  let ring: Point[] = [
    [-reach, -reach],
    [reach, -reach],
    [reach, reach],
    [-reach, reach],
  ];
  for (const other of seeds) {
    if (other === seed || distance(seed, other) > 4 * SPACING) continue;
    ring = cutAway(ring, between(seed, other, 0.5), [other[0] - seed[0], other[1] - seed[1]]);
  }
  return ring;
}

function makeDistrict(seed: Point, ring: Point[], place: Place, random: () => number): District {
  const isOpen = (point: Point) => place.open.some((area) => isInside(point, area));
  const edges = ring
    .map((point, index): [Point, Point] => [point, ring[(index + 1) % ring.length] as Point])
    .filter(([a, b]) => distance(a, b) > 90 && !isOpen(between(a, b, 0.5)) && !isOpen(a) && !isOpen(b));
  const grid = layGrid(seed, ring, random);
  const parks = Math.hypot(...seed) < STREETS_REACH ? takeParks(grid, ring, isOpen, random) : [];
  if (Math.hypot(...seed) > STREETS_REACH) return { streets: [], parks, edges };
  const isBuildable = (a: Point, b: Point) => {
    const middle = between(a, b, 0.5);
    if ([a, middle, b].some(isOpen) || parks.some((park) => isInside(middle, park))) return false;
    return !place.barriers.some((barrier) => isCrossed(barrier, a, b));
  };
  const streets = grid.lines.flatMap((line) => keepStretches(line, isBuildable, random));
  return { streets, parks, edges };
}

type Grid = { at: (u: number, v: number) => Point; us: number[]; vs: number[]; lines: GridLine[] };
type GridLine = { points: Point[]; keep: number };

/** Long streets along the district's direction, short ones across. */
function layGrid(seed: Point, ring: Line, random: () => number): Grid {
  const [x, y] = seed;
  const angle = 0.55 * Math.sin(x / 2600 + 0.6) + 0.5 * Math.cos(y / 2300) + (random() - 0.5) * 0.5;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (u: number, v: number): Point => [x + u * cos - v * sin, y + u * sin + v * cos];
  const width = 92 + random() * 34;
  const length = 190 + random() * 130;
  const places = (step: number) =>
    Array.from({ length: Math.ceil(2800 / step) }, (_, index) => -1400 + (index + 0.12 * (random() - 0.5)) * step);
  const [us, vs] = [places(length), places(width)];
  const alongU = vs.map((v) => ({
    points: clipped(
      us.map((u) => at(u, v)),
      ring,
    ),
    keep: 0.94,
  }));
  const alongV = us.map((u) => ({
    points: clipped(
      vs.map((v) => at(u, v)),
      ring,
    ),
    keep: 0.82,
  }));
  return { at, us, vs, lines: [...alongU, ...alongV] };
}

/** Clips a straight row of points to the ring, with its ends exactly on the ring. */
function clipped(points: readonly Point[], ring: Line): Point[] {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const whole = distance(first, last);
  const shares = ring.flatMap((a, index) => {
    const b = ring[(index + 1) % ring.length] as Point;
    const cross = (last[0] - first[0]) * (b[1] - a[1]) - (last[1] - first[1]) * (b[0] - a[0]);
    if (cross === 0) return [];
    const share = ((a[0] - first[0]) * (b[1] - a[1]) - (a[1] - first[1]) * (b[0] - a[0])) / cross;
    const along = ((a[0] - first[0]) * (last[1] - first[1]) - (a[1] - first[1]) * (last[0] - first[0])) / cross;
    return along >= 0 && along <= 1 ? [share] : [];
  });
  if (shares.length < 2) return [];
  const [from, to] = [Math.min(...shares), Math.max(...shares)];
  const inside = points.filter((point) => {
    const share = distance(first, point) / whole;
    return share > from + 20 / whole && share < to - 20 / whole;
  });
  return [between(first, last, from), ...inside, between(first, last, to)];
}

function takeParks(grid: Grid, ring: Line, isOpen: (point: Point) => boolean, random: () => number): Point[][] {
  if (random() > 0.42) return [];
  const pick = (list: readonly number[], size: number) => {
    const start = Math.floor(list.length * (0.32 + 0.3 * random()));
    return [list[start] as number, list[start + size] as number] as const;
  };
  const [u0, u1] = pick(grid.us, random() < 0.4 ? 2 : 1);
  const [v0, v1] = pick(grid.vs, 1 + Math.floor(random() * 3));
  const margin = 7;
  const park = [
    grid.at(u0 + margin, v0 + margin),
    grid.at(u1 - margin, v0 + margin),
    grid.at(u1 - margin, v1 - margin),
    grid.at(u0 + margin, v1 - margin),
  ];
  return park.every((corner) => isInside(corner, ring) && !isOpen(corner)) ? [park] : [];
}

/** Drops some stretches at random and those that cannot be built; consecutive stretches form one line. */
function keepStretches({ points, keep }: GridLine, isBuildable: (a: Point, b: Point) => boolean, random: () => number) {
  const streets: Point[][] = [];
  let current: Point[] = [];
  const close = () => {
    if (current.length > 1) streets.push(current);
    current = [];
  };
  for (let index = 0; index < points.length - 1; index += 1) {
    const [a, b] = [points[index] as Point, points[index + 1] as Point];
    if (random() > keep || !isBuildable(a, b)) {
      close();
      continue;
    }
    if (current.length === 0) current.push(a);
    const steps = Math.max(1, Math.round(distance(a, b) / MAX_STRETCH));
    for (let step = 1; step <= steps; step += 1) current.push(between(a, b, step / steps));
  }
  close();
  return streets;
}

function isCrossed(barrier: Line, a: Point, b: Point): boolean {
  for (let index = 1; index < barrier.length; index += 1) {
    const [c, d] = [barrier[index - 1] as Point, barrier[index] as Point];
    if (Math.min(distance(a, c), distance(b, d)) > 1500) continue;
    if (crosses(a, b, c, d)) return true;
  }
  return false;
}
