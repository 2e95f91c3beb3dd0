export type Position = { readonly latitude: number; readonly longitude: number };

const EARTH_RADIUS_MILES = 3959;
const METERS_PER_MILE = 1609.344;
const DEGREE = Math.PI / 180;

/** Great-circle distance by haversine, not rounded: sort by this, display `roundToTenth` of it. */
export function milesBetween(from: Position, to: Position): number {
  const halfLatitude = ((to.latitude - from.latitude) * DEGREE) / 2;
  const halfLongitude = ((to.longitude - from.longitude) * DEGREE) / 2;
  const haversine =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(from.latitude * DEGREE) * Math.cos(to.latitude * DEGREE) * Math.sin(halfLongitude) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

export const metersBetween = (from: Position, to: Position): number => milesBetween(from, to) * METERS_PER_MILE;

/** Distances are displayed and charged to one decimal, rounding half up: 7.25 miles is 7.3. */
export function roundToTenth(miles: number): number {
  return Math.round(miles * 10) / 10;
}

/** The point this many meters away; bearing in degrees from north. Callers pass random values to hide an address. */
export function moveBy(position: Position, meters: number, bearing: number): Position {
  const arc = meters / (EARTH_RADIUS_MILES * METERS_PER_MILE);
  const latitude = position.latitude * DEGREE;
  const sine = Math.sin(latitude) * Math.cos(arc) + Math.cos(latitude) * Math.sin(arc) * Math.cos(bearing * DEGREE);
  const turn = Math.atan2(
    Math.sin(bearing * DEGREE) * Math.sin(arc) * Math.cos(latitude),
    Math.cos(arc) - Math.sin(latitude) * sine,
  );
  return {
    latitude: Math.asin(Math.max(-1, Math.min(1, sine))) / DEGREE,
    longitude: withinHalfTurn(position.longitude + turn / DEGREE),
  };
}

function withinHalfTurn(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
