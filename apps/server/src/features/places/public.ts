export type { Place } from "../../adapters/geocoding/geocoding.port.ts";
export { timezoneAt } from "./timezone-at.ts";
export { findTownCenter } from "./towns.repository.ts";
export { locateListing } from "./use-cases/locate-listing.ts";
export { locatePlace } from "./use-cases/locate-place.ts";
