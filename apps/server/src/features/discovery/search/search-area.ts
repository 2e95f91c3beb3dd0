import { milesBetween, type Position } from "@nexby/domain/kernel/distance";

export type Box = { south: number; west: number; north: number; east: number };

/** The search area: a circle, or the bounds of a map. The box encloses either. */
export type Area = { box: Box; circle: { center: Position; miles: number } | null };

const SIDES = ["south", "west", "north", "east"] as const;
export const EVERYWHERE: Box = { south: -90, west: -180, north: 90, east: 180 };

const DEGREE = Math.PI / 180;
const MILES_PER_DEGREE = milesBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
const CELLS_PER_DEGREE = 10;
const CELLS_PER_ROW = 3600;
/** With more cells than this, querying each one costs more than scanning all listings in order. */
const MAX_CELLS = 1200;
const CELL_SLACK = 1.01;

/** A circle across the date line is cut there: only the center's side is searched. */
export function circleAround(center: Position, miles: number): Area {
  const height = (miles / MILES_PER_DEGREE) * (1 + 1e-9);
  const sine = Math.sin(height * DEGREE) / Math.cos(center.latitude * DEGREE);
  const width = Math.abs(center.latitude) + height < 90 && sine < 1 ? (Math.asin(sine) / DEGREE) * (1 + 1e-9) : 360;
  const box = {
    south: Math.max(-90, center.latitude - height),
    west: Math.max(-180, center.longitude - width),
    north: Math.min(90, center.latitude + height),
    east: Math.min(180, center.longitude + width),
  };
  return { box, circle: { center, miles } };
}

export const centerOf = ({ south, west, north, east }: Box): Position => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

export function isInArea({ box, circle }: Area, position: Position): boolean {
  if (circle) return milesBetween(circle.center, position) <= circle.miles;
  return (
    position.latitude >= box.south &&
    position.latitude <= box.north &&
    position.longitude >= box.west &&
    position.longitude <= box.east
  );
}

/** The cells covering an area, numbered as in `item_search.cell`; null if there are too many. */
export function cellsOf({ box, circle }: Area): number[] | null {
  const row = (latitude: number) => Math.floor((latitude + 90) * CELLS_PER_DEGREE);
  const column = (longitude: number) => Math.floor((longitude + 180) * CELLS_PER_DEGREE);
  const [south, north, west, east] = [row(box.south), row(box.north), column(box.west), column(box.east)];
  if ((north - south + 1) * (east - west + 1) > MAX_CELLS) return null;
  const cells: number[] = [];
  for (let y = south; y <= north; y += 1) {
    for (let x = west; x <= east; x += 1) {
      if (!circle || isNear(circle, y, x)) cells.push(y * CELLS_PER_ROW + x);
    }
  }
  return cells;
}

/** The part of an area within a radius; returns the same object if nothing is cut off. */
export function within(area: Area, center: Position, miles: number): Area {
  const { box } = circleAround(center, miles);
  const common = {
    south: Math.max(area.box.south, box.south),
    west: Math.max(area.box.west, box.west),
    north: Math.min(area.box.north, box.north),
    east: Math.min(area.box.east, box.east),
  };
  const isAll = SIDES.every((side) => common[side] === area.box[side]);
  return isAll ? area : { box: common, circle: { center, miles } };
}

/** Approximate. */
export function squareMiles({ south, west, north, east }: Box): number {
  const degree = MILES_PER_DEGREE * Math.cos(((south + north) / 2) * DEGREE);
  return (north - south) * MILES_PER_DEGREE * (east - west) * degree;
}

export const squareMilesOfCell = ({ latitude }: Position): number =>
  (MILES_PER_DEGREE / CELLS_PER_DEGREE) ** 2 * Math.cos(latitude * DEGREE);

/** Distance to the nearest edge of the box; 0 inside it. */
export const milesTo = (box: Box, { latitude, longitude }: Position): number =>
  milesBetween(
    { latitude, longitude },
    {
      latitude: Math.min(Math.max(latitude, box.south), box.north),
      longitude: Math.min(Math.max(longitude, box.west), box.east),
    },
  );

const REGIONS_PER_DEGREE = 2;
const REGIONS_PER_ROW = 720;
const MAX_REGIONS = 100;

/** The regions covering a box, numbered as in `near_tokens`; null if there are too many. */
export function regionsOf(box: Box): number[] | null {
  const row = (latitude: number) => Math.floor((latitude + 90) * REGIONS_PER_DEGREE);
  const column = (longitude: number) => Math.floor((longitude + 180) * REGIONS_PER_DEGREE);
  const [south, north, west, east] = [row(box.south), row(box.north), column(box.west), column(box.east)];
  if ((north - south + 1) * (east - west + 1) > MAX_REGIONS) return null;
  const regions: number[] = [];
  for (let y = south; y <= north; y += 1) for (let x = west; x <= east; x += 1) regions.push(y * REGIONS_PER_ROW + x);
  return regions;
}

function isNear({ center, miles }: { center: Position; miles: number }, row: number, column: number): boolean {
  const clamp = (value: number, index: number, offset: number) => {
    const low = index / CELLS_PER_DEGREE - offset;
    return Math.min(Math.max(value, low), low + 1 / CELLS_PER_DEGREE);
  };
  const nearest = { latitude: clamp(center.latitude, row, 90), longitude: clamp(center.longitude, column, 180) };
  return milesBetween(center, nearest) <= miles * CELL_SLACK + 0.1;
}

/** Same projection as `item_search.at`. */
export function mercator({ latitude, longitude }: Position): { x: number; y: number } {
  const bounded = Math.max(-89.9, Math.min(89.9, latitude));
  return { x: longitude, y: Math.log(Math.tan(Math.PI / 4 + (bounded * DEGREE) / 2)) / DEGREE };
}

export type Scale = {
  leastMiles(apart: number): number;
  leastApart(miles: number): number;
  /** Factor by which more rows must be read in map order to be sure of the nearest ones on the globe. */
  surplus: number;
};

/** Bounds between Mercator lengths, which grow toward the poles, and miles, within a box around an origin. */
export function scaleOf(box: Box, origin: Position): Scale {
  const south = Math.min(box.south, origin.latitude);
  const north = Math.max(box.north, origin.latitude);
  // The shortest path between two points may run farther from the equator than both.
  const detour = 0.1 + (box.east - box.west) / 10;
  const farthest = Math.min(89.9, Math.max(Math.abs(south), Math.abs(north)) + detour);
  const nearest = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const least = MILES_PER_DEGREE * Math.cos(farthest * DEGREE);
  const most = MILES_PER_DEGREE * Math.cos(nearest * DEGREE);
  return {
    leastMiles: (apart) => apart * least,
    leastApart: (miles) => (miles / most) * (1 - 1e-9),
    surplus: Math.min(4, (most / least) ** 2),
  };
}

/** Lower bound in miles for everything farther away than this on the map. */
export function leastMilesBeyond(origin: Position, apart: number): number {
  const { x, y } = mercator(origin);
  const latitudeOf = (at: number) => Math.atan(Math.sinh(at * DEGREE)) / DEGREE;
  const reached = { south: latitudeOf(y - apart), west: x - apart, north: latitudeOf(y + apart), east: x + apart };
  // The shortest path to the far side of the map crosses its edge.
  const toEdge = Math.min(90, 180 - Math.abs(x)) * DEGREE;
  const edge = (MILES_PER_DEGREE * Math.asin(Math.cos(origin.latitude * DEGREE) * Math.sin(toEdge))) / DEGREE;
  return Math.min(edge, scaleOf(reached, origin).leastMiles(apart));
}
