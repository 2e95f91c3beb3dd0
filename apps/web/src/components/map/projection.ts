import type { Position } from "@nexby/domain/kernel/distance";

/** What a map shows: its middle, and how near. North is always up. */
export type MapView = Position & { readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };
export type Spot = { readonly x: number; readonly y: number };

export const LEAST_ZOOM = 3;
export const MOST_ZOOM = 18;

/** The whole world at zoom 0, in pixels; MapLibre counts alike. */
const WORLD = 512;
const EQUATOR_METRES = 40_075_016.686;
const RADIANS = Math.PI / 180;

export const worldSize = (zoom: number): number => WORLD * 2 ** zoom;

/** On a world that is one wide and one high (Mercator). */
export function worldSpot({ latitude, longitude }: Position): Spot {
  const northing = Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2));
  return { x: (longitude + 180) / 360, y: (1 - northing / Math.PI) / 2 };
}

function positionAt({ x, y }: Spot): Position {
  const latitude = (2 * Math.atan(Math.exp((1 - 2 * y) * Math.PI)) - Math.PI / 2) / RADIANS;
  return { latitude, longitude: x * 360 - 180 };
}

/** Where a position is on the screen, from the map's upper left corner. */
export function project(position: Position, view: MapView, { width, height }: Size): Spot {
  const [spot, middle, scale] = [worldSpot(position), worldSpot(view), worldSize(view.zoom)];
  return { x: (spot.x - middle.x) * scale + width / 2, y: (spot.y - middle.y) * scale + height / 2 };
}

/** What is at a place of the screen. */
export function unproject({ x, y }: Spot, view: MapView, { width, height }: Size): Position {
  const [middle, scale] = [worldSpot(view), worldSize(view.zoom)];
  return positionAt({ x: middle.x + (x - width / 2) / scale, y: middle.y + (y - height / 2) / scale });
}

export const metresPerPixel = ({ latitude, zoom }: MapView): number =>
  (EQUATOR_METRES * Math.cos(latitude * RADIANS)) / worldSize(zoom);

export const zoomedBy = (view: MapView, steps: number): MapView => ({
  ...view,
  zoom: Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, view.zoom + steps)),
});
