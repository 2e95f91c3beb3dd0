import type { ResponseOf } from "@nexby/contract/endpoint";
import type { findPlaces, getNearestPlace } from "@nexby/contract/places";
import type { Position } from "@nexby/domain/kernel/distance";
import { queryOptions } from "@tanstack/react-query";
import { withQuery } from "./with-query.ts";

/** Places that fit a text, the best first. */
export const placesLike = (text: string) =>
  queryOptions<ResponseOf<typeof findPlaces>>({ queryKey: [withQuery("/api/places", { query: text })] });

/** The place a position is in; what the address says counts near a town's border. */
export const placeAround = ({ latitude, longitude }: Position, location: string) =>
  queryOptions<ResponseOf<typeof getNearestPlace>>({
    queryKey: [
      withQuery("/api/places/nearest", { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6), location }),
    ],
  });
