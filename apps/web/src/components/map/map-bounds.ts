import type { Position } from "@nexby/domain/kernel/distance";
import { LEAST_ZOOM, type MapView, MOST_ZOOM, type Size, unproject, worldSize, worldSpot } from "./projection.ts";

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
const LEAST_SPAN = 1e-9;

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
  most = MOST_ZOOM,
): MapView {
  const lowerLeft = worldSpot({ latitude: within(south, LAST_LATITUDE), longitude: west });
  const upperRight = worldSpot({ latitude: within(north, LAST_LATITUDE), longitude: east });
  const across = Math.max(1, size.width - 2 * room.across) / Math.max(LEAST_SPAN, upperRight.x - lowerLeft.x);
  const down = Math.max(1, size.height - 2 * room.down) / Math.max(LEAST_SPAN, lowerLeft.y - upperRight.y);
  const zoom = Math.log2(Math.min(across, down) / worldSize(0));
  const middle = unproject(
    { x: (upperRight.x + lowerLeft.x - 1) / 2, y: (upperRight.y + lowerLeft.y - 1) / 2 },
    { latitude: 0, longitude: 0, zoom: -Math.log2(worldSize(0)) },
    { width: 0, height: 0 },
  );
  return { ...middle, zoom: Math.max(LEAST_ZOOM, Math.min(most, zoom)) };
}
