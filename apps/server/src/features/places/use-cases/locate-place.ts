import type { GeocodingPort, Place } from "../../../adapters/geocoding/geocoding.port.ts";

/** The place a text most likely means. */
export async function locatePlace(geocoding: GeocodingPort, text: string): Promise<Place | null> {
  const [best] = await geocoding.search(text);
  return best ?? null;
}
