import type { PlaceView } from "@nexby/contract/listings/places";
import type { Position } from "@nexby/domain/kernel/distance";

export type Place = PlaceView;

/** Where a text leads and what is where, in the United States. Throws only when nobody can answer. */
export type GeocodingPort = {
  /** Fitting places, the best first, at most eight; none for what nobody knows. */
  search(text: string): Promise<Place[]>;
  /** The place around a position; null outside the country. */
  nearest(position: Position): Promise<Place | null>;
};
