import type { Position } from "@nexby/domain/kernel/distance";

/** What a map shows: its middle, and how near. North is always up. */
export type MapView = Position & { readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };
export type PinGroup = { readonly x: number; readonly y: number };

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 18;

/** The whole world at zoom 0, in pixels; MapLibre counts alike. */
const WORLD = 512;
const EQUATOR_METRES = 40_075_016.686;
const RADIANS = Math.PI / 180;

export const worldSize = (zoom: number): number => WORLD * 2 ** zoom;

/** On a world that is one wide and one high (Mercator). */
export function worldSpot({ latitude, longitude }: Position): PinGroup {
  const northing = Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
  return { x: (longitude + 180) / 360, y: (1 - northing / Math.PI) / 2 };
}

function positionAt({ x, y }: PinGroup): Position {
  const latitude = (2 * Math.atan(Math.exp((1 - 2 * y) * Math.PI)) - Math.PI / 2) / RADIANS;
  return { latitude, longitude: x * 360 - 180 };
}

/** Where a position is on the screen, from the map's upper left corner. */
export function project(position: Position, view: MapView, { width, height }: Size): PinGroup {
  const [spot, middle, scale] = [worldSpot(position), worldSpot(view), worldSize(view.zoom)];
  return { x: (spot.x - middle.x) * scale + width / 2, y: (spot.y - middle.y) * scale + height / 2 };
}

/** What is at a place of the screen. */
export function unproject({ x, y }: PinGroup, view: MapView, { width, height }: Size): Position {
  const [middle, scale] = [worldSpot(view), worldSize(view.zoom)];
  return positionAt({ x: middle.x + (x - width / 2) / scale, y: middle.y + (y - height / 2) / scale });
}

export const metresPerPixel = ({ latitude, zoom }: MapView): number =>
  (EQUATOR_METRES * Math.cos(latitude * RADIANS)) / worldSize(zoom);

export const zoomedBy = (view: MapView, steps: number): MapView => ({
  ...view,
  zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, view.zoom + steps)),
});

/** A part of the world between two parallels and two meridians; degrees. */
export type MapBounds = {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
};

/** Map projections end here. */
const LAST_LATITUDE = 85;
/** As near as one comes to a single place. */
const MIN_SPAN = 1e-9;

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** What a map shows. */
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

/** The smallest part of the world that has all of them; null for none. */
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

/** Pixels at each side, and at the top and the bottom. */
export type Room = { readonly across: number; readonly down: number };

const NO_ROOM: Room = { across: 0, down: 0 };

/** As near as possible with all of it in view and some room around it. */
export function viewOf(
  { south, west, north, east }: MapBounds,
  size: Size,
  room: Room = NO_ROOM,
  most = MAX_ZOOM,
): MapView {
  const lowerLeft = worldSpot({ latitude: within(south, LAST_LATITUDE), longitude: west });
  const upperRight = worldSpot({ latitude: within(north, LAST_LATITUDE), longitude: east });
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

/** A metre is fine enough for a front door. */
export const roundedPosition = ({ latitude, longitude }: Position): Position => ({
  latitude: Number(latitude.toFixed(5)),
  longitude: Number(longitude.toFixed(5)),
});
