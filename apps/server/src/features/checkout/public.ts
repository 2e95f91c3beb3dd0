/** Other features import checkout through this file only. */
export { findTrips, type Trip } from "./trips.ts";
