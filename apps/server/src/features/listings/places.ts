import { milesBetween, type Position } from "@nexby/domain/kernel/distance";
import tzLookup from "@photostructure/tz-lookup";
import { sql } from "drizzle-orm";
import type { GeocodingPort, Place } from "../../adapters/geocoding/geocoding.port.ts";
import type { Db } from "../../platform/db/db.ts";

export const timezoneAt = ({ latitude, longitude }: Position): string => tzLookup(latitude, longitude);

type Middle = { latitude: number | null; longitude: number | null };

/** The middle of a town's ZIPs, from our own list: nobody else is asked, so a transaction may. Null for no known town. */
export async function findTownCenter(
  db: Db,
  { city, state }: { city: string; state: string },
): Promise<Position | null> {
  const { rows } = await db.execute<Middle>(sql`
    select avg(latitude) as latitude, avg(longitude) as longitude from zip_places
    where lower(city) = lower(${city}) and state = ${state}`);
  const { latitude, longitude } = rows[0] ?? { latitude: null, longitude: null };
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

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

type Entered = { location: string; latitude: number | null; longitude: number | null };

type ListingLocation = {
  latitude: number;
  longitude: number;
  /** What the public sees of the address. */
  town: string;
  city: string;
  county: string | null;
  state: string;
  zipCode: string | null;
  timezone: string;
};

/** Where a listing is: at its pin, else where its address leads. Null when neither is a place we know. */
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

/** The place a text most likely means. */
export async function locatePlace(geocoding: GeocodingPort, text: string): Promise<Place | null> {
  const [best] = await geocoding.search(text);
  return best ?? null;
}
