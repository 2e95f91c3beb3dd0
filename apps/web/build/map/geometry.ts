/** Meters east and north of the town center. */
export type Point = readonly [x: number, y: number];
export type Line = readonly Point[];

export const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

export const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** Seeded generator (mulberry32), so the town never changes between builds. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Catmull-Rom curve through the points. */
export function curveThrough(points: Line, steps = 8): Point[] {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] as Point;
  const curve: Point[] = [];
  for (let index = 0; index < points.length - 1; index += 1) {
    const [p0, p1, p2, p3] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 0; step < steps; step += 1) {
      const t = step / steps;
      const along = (axis: 0 | 1) =>
        0.5 *
        (2 * p1[axis] +
          (p2[axis] - p0[axis]) * t +
          (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t ** 2 +
          (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t ** 3);
      curve.push([along(0), along(1)]);
    }
  }
  return [...curve, at(points.length - 1)];
}

/** Ring around a line; `width` returns the half-width at each share of its length. */
export function ribbon(line: Line, width: (share: number) => number): Point[] {
  const sides = line.map((point, index): [Point, Point] => {
    const [bx, by] = line[Math.max(0, index - 1)] as Point;
    const [ax, ay] = line[Math.min(line.length - 1, index + 1)] as Point;
    const length = Math.hypot(ax - bx, ay - by) || 1;
    const half = width(index / (line.length - 1));
    const [nx, ny] = [(-(ay - by) / length) * half, ((ax - bx) / length) * half];
    return [
      [point[0] + nx, point[1] + ny],
      [point[0] - nx, point[1] - ny],
    ];
  });
  return [...sides.map(([left]) => left), ...sides.map(([, right]) => right).reverse()];
}

/** Ellipse with an uneven edge. */
export function blob([cx, cy]: Point, [rx, ry]: Point, { seed = 1, unevenness = 0.16, corners = 40 } = {}): Point[] {
  const random = randomNumbers(seed);
  const waves = [2, 3, 4].map((count) => ({ count, phase: random() * 7, share: (random() * unevenness * 2) / count }));
  return Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const reach = waves.reduce((sum, { count, phase, share }) => sum + share * Math.sin(count * angle + phase), 1);
    return [cx + rx * reach * Math.cos(angle), cy + ry * reach * Math.sin(angle)];
  });
}

export function isInside([x, y]: Point, ring: Line): boolean {
  let inside = false;
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index, index += 1) {
    const [ax, ay] = ring[index] as Point;
    const [bx, by] = ring[before] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

const side = ([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number =>
  Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));

export const crosses = (a: Point, b: Point, c: Point, d: Point): boolean =>
  side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);

/** Part of a convex ring on the inner side of a line, given by a point on it and the outward direction. */
export function cutAway(ring: Line, [px, py]: Point, [ox, oy]: Point): Point[] {
  const depth = ([x, y]: Point) => (x - px) * ox + (y - py) * oy;
  return ring.flatMap((point, index) => {
    const next = ring[(index + 1) % ring.length] as Point;
    const [here, there] = [depth(point), depth(next)];
    const remaining: Point[] = here <= 0 ? [point] : [];
    if (here < 0 !== there < 0 && here !== there) remaining.push(between(point, next, here / (here - there)));
    return remaining;
  });
}

/** Simplifies a line to within `tolerance` (Douglas-Peucker). */
export function simplified(line: Line, tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  const offsets = line.map((point) => offsetFrom(first, last, point));
  const farthest = offsets.indexOf(Math.max(...offsets));
  if ((offsets[farthest] ?? 0) <= tolerance) return [first, last];
  const before = simplified(line.slice(0, farthest + 1), tolerance);
  return [...before, ...simplified(line.slice(farthest), tolerance).slice(1)];
}

function offsetFrom(a: Point, b: Point, [px, py]: Point): number {
  const length = distance(a, b);
  if (length === 0) return distance(a, [px, py]);
  const share = ((px - a[0]) * (b[0] - a[0]) + (py - a[1]) * (b[1] - a[1])) / length ** 2;
  return distance(between(a, b, Math.max(0, Math.min(1, share))), [px, py]);
}
