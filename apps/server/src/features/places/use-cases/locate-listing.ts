import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import { timezoneAt } from "../timezone-at.ts";
import { findPlaceAt } from "./find-place-at.ts";
import { locatePlace } from "./locate-place.ts";

type Entered = { location: string; latitude: number | null; longitude: number | null };

export type ListingLocation = {
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
