import type { PlaceView } from "@nexby/contract/listings/places";
import type { Position } from "@nexby/domain/kernel/distance";

export type Place = PlaceView;

/** Geocoding within the United States. Throws only when no geocoder is available. */
export type GeocodingPort = {
  /** Matching places, best first, at most eight; empty when there is no match. */
  search(text: string): Promise<Place[]>;
  /** Null outside the United States. */
  nearest(position: Position): Promise<Place | null>;
};
