import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import type { GeocodingPort, Place } from "../../../adapters/geocoding/geocoding.port.ts";
import { locatePlace } from "./locate-place.ts";

/** About as far as a home can be from the middle of its town. */
const TOWN_REACH_MILES = 5;

/**
 * The place a position belongs to. Near a border the nearest ZIP may be the neighboring town's: when the address
 * names a town around the position, people know better.
 */
export async function findPlaceAt(
  geocoding: GeocodingPort,
  position: Position,
  address: string | undefined,
): Promise<Place | null> {
  const named = address ? await locatePlace(geocoding, address) : null;
  if (named && milesBetween(named, position) <= TOWN_REACH_MILES) return named;
  return geocoding.nearest(position);
}
