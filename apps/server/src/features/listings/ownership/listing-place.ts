import type { Listing } from "@nexby/contract/listing-fields";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import { refusedField } from "../../../platform/errors/refused-field.ts";
import { locateListing } from "../../places/public.ts";
import { publicPosition } from "../public-position.ts";
import { enteredLocation } from "./listing-columns.ts";
import type { Item } from "./listings.repository.ts";

type Entered = Pick<Listing, "location" | "latitude" | "longitude">;
export type PlaceDeps = { secret: string; geocoding: GeocodingPort };

/** Everything the server makes of the place an owner entered: town, time zone, and where the public sees it. */
export async function resolvePlace({ secret, geocoding }: PlaceDeps, ownerId: string, entered: Entered) {
  const found = await locateListing(geocoding, entered);
  if (!found) throw refusedField("location", "We could not find this place");
  const { town, ...place } = found;
  const shown = publicPosition(secret, ownerId, place);
  return {
    ...place,
    location: town,
    address: entered.location,
    publicLatitude: shown.latitude,
    publicLongitude: shown.longitude,
  };
}

/** Where the owner wants it to be now; null when it stays. An address without a pin leaves the old pin behind. */
export function enteredMove(item: Item, change: Partial<Entered>): Entered | null {
  const isPinGiven = change.latitude !== undefined || change.longitude !== undefined;
  const { location = enteredLocation(item) } = change;
  const isElsewhere = location !== enteredLocation(item);
  if (!isPinGiven) return isElsewhere ? { location, latitude: null, longitude: null } : null;
  const { latitude = item.latitude, longitude = item.longitude } = change;
  const isMoved = isElsewhere || latitude !== item.latitude || longitude !== item.longitude;
  return isMoved ? { location, latitude, longitude } : null;
}
