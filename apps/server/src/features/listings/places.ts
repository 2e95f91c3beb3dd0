import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import tzLookup from "@photostructure/tz-lookup";
import { sql } from "drizzle-orm";
import type { GeocodingPort, Place } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";

export const timezoneAt = ({ latitude, longitude }: Position): string => tzLookup(latitude, longitude);

type Center = { latitude: number | null; longitude: number | null };

/**
 * Mean position of a town's ZIP codes, or null for an unknown town. Uses only the local table, so it may run inside a
 * transaction.
 */
export async function findTownCenter(
  db: Db,
  { city, state }: { city: string; state: string },
): Promise<Position | null> {
  const { rows } = await db.execute<Center>(sql`
    select avg(latitude) as latitude, avg(longitude) as longitude from zip_places
    where lower(city) = lower(${city}) and state = ${state}`);
  const { latitude, longitude } = rows[0] ?? { latitude: null, longitude: null };
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Roughly the largest distance from a town's center to a home in it. */
const TOWN_REACH_MILES = 5;

/**
 * Near a border the nearest ZIP code may be the neighboring town's, so a town named in the address wins if it is
 * close enough.
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

type Entered = { location: string; latitude: number | null; longitude: number | null };

type ListingLocation = {
  latitude: number;
  longitude: number;
  /** The public part of the address. */
  town: string;
  city: string;
  county: string | null;
  state: string;
  zipCode: string | null;
  timezone: string;
};

/** Uses the pin, else the address; null if neither is a known place. */
export async function locateListing(
  geocoding: GeocodingPort,
  { location, latitude, longitude }: Entered,
): Promise<ListingLocation | null> {
  const pin = latitude === null || longitude === null ? null : { latitude, longitude };
  const place = pin ? await findPlaceAt(geocoding, pin, location) : await locatePlace(geocoding, location);
  if (!place) return null;
  const { city, county, state, zipCode } = place;
  const position = { latitude: pin?.latitude ?? place.latitude, longitude: pin?.longitude ?? place.longitude };
  return {
    ...position,
    town: `${city}, ${state}`,
    city,
    county,
    state,
    zipCode,
    timezone: timezoneAt(position),
  };
}

/** The best geocoding match. */
export async function locatePlace(geocoding: GeocodingPort, text: string): Promise<Place | null> {
  const [best] = await geocoding.search(text);
  return best ?? null;
}
