import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { refusedField } from "../../platform/errors/refused-field.ts";
import { locatePlace } from "../places/public.ts";

type Place = {
  location?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
};

/** A place that comes without its position is looked up; one that is taken away takes its position along. */
export async function withPosition<Search extends Place>(geocoding: GeocodingPort, search: Search): Promise<Search> {
  const { location, latitude, longitude } = search;
  if (location === undefined || latitude != null || longitude != null) return search;
  if (location === null) return { ...search, latitude: null, longitude: null };
  const place = await locatePlace(geocoding, location);
  if (!place) throw refusedField("location", "We could not find this place");
  return { ...search, latitude: place.latitude, longitude: place.longitude };
}
