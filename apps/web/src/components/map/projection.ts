import type { Position } from "@nexby/domain/kernel/distance";
import type { Size } from "../../lib/browser/viewport.ts";

/** Center and zoom of a map. North is always up. */
export type MapView = Position & { readonly zoom: number };
export type ScreenPoint = { readonly x: number; readonly y: number };

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 18;

/** Width of the world in pixels at zoom 0, as in MapLibre. */
const WORLD = 512;
const EQUATOR_METERS = 40_075_016.686;
const RADIANS = Math.PI / 180;

export const worldSize = (zoom: number): number => WORLD * 2 ** zoom;

/** Mercator coordinates on a world of size 1 by 1. */
export function worldPoint({ latitude, longitude }: Position): ScreenPoint {
  const northing = Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
  return { x: (longitude + 180) / 360, y: (1 - northing / Math.PI) / 2 };
}

function positionAt({ x, y }: ScreenPoint): Position {
  const latitude = (2 * Math.atan(Math.exp((1 - 2 * y) * Math.PI)) - Math.PI / 2) / RADIANS;
  return { latitude, longitude: x * 360 - 180 };
}

/** Screen coordinates of a position, from the map's top left corner. */
export function project(position: Position, view: MapView, { width, height }: Size): ScreenPoint {
  const [spot, middle, scale] = [worldPoint(position), worldPoint(view), worldSize(view.zoom)];
  return { x: (spot.x - middle.x) * scale + width / 2, y: (spot.y - middle.y) * scale + height / 2 };
}

/** Position at the given screen coordinates. */
export function unproject({ x, y }: ScreenPoint, view: MapView, { width, height }: Size): Position {
  const [middle, scale] = [worldPoint(view), worldSize(view.zoom)];
  return positionAt({ x: middle.x + (x - width / 2) / scale, y: middle.y + (y - height / 2) / scale });
}

export const metersPerPixel = ({ latitude, zoom }: MapView): number =>
  (EQUATOR_METERS * Math.cos(latitude * RADIANS)) / worldSize(zoom);

export const zoomedBy = (view: MapView, steps: number): MapView => ({
  ...view,
  zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, view.zoom + steps)),
});

/** Bounding box, in degrees. */
export type MapBounds = {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
};

/** Latitude at which map projections end. */
const LAST_LATITUDE = 85;
/** Avoids a division by zero for a single place. */
const MIN_SPAN = 1e-9;

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

export function boundsOf(view: MapView, size: Size): MapBounds {
  const upperLeft = unproject({ x: 0, y: 0 }, view, size);
  const lowerRight = unproject({ x: size.width, y: size.height }, view, size);
  return {
    south: within(lowerRight.latitude, LAST_LATITUDE),
    west: within(upperLeft.longitude, 180),
    north: within(upperLeft.latitude, LAST_LATITUDE),
    east: within(lowerRight.longitude, 180),
  };
}

/** Bounding box of the positions; null for an empty list. */
export function boundsAround(positions: readonly Position[]): MapBounds | null {
  if (positions.length === 0) return null;
  const [latitudes, longitudes] = [positions.map((at) => at.latitude), positions.map((at) => at.longitude)];
  return {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  };
}

/** Padding in pixels: `across` on the left and right, `down` at the top and bottom. */
export type Room = { readonly across: number; readonly down: number };

const NO_ROOM: Room = { across: 0, down: 0 };

/** Closest view that contains the bounds and the padding. */
export function viewOf(
  { south, west, north, east }: MapBounds,
  size: Size,
  room: Room = NO_ROOM,
  most = MAX_ZOOM,
): MapView {
  const lowerLeft = worldPoint({ latitude: within(south, LAST_LATITUDE), longitude: west });
  const upperRight = worldPoint({ latitude: within(north, LAST_LATITUDE), longitude: east });
  const across = Math.max(1, size.width - 2 * room.across) / Math.max(MIN_SPAN, upperRight.x - lowerLeft.x);
  const down = Math.max(1, size.height - 2 * room.down) / Math.max(MIN_SPAN, lowerLeft.y - upperRight.y);
  const zoom = Math.log2(Math.min(across, down) / worldSize(0));
  const middle = unproject(
    { x: (upperRight.x + lowerLeft.x - 1) / 2, y: (upperRight.y + lowerLeft.y - 1) / 2 },
    { latitude: 0, longitude: 0, zoom: -Math.log2(worldSize(0)) },
    { width: 0, height: 0 },
  );
  return { ...middle, zoom: Math.max(MIN_ZOOM, Math.min(most, zoom)) };
}

/** Five decimals are about a meter, which is precise enough for a front door. */
export const roundedPosition = ({ latitude, longitude }: Position): Position => ({
  latitude: Number(latitude.toFixed(5)),
  longitude: Number(longitude.toFixed(5)),
});
