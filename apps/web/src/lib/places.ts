import type { ResponseOf } from "@nexby/contract/endpoint";
import type * as placesContract from "@nexby/contract/listings/places";

import type { Position } from "@nexby/domain/kernel/distance";
import { queryOptions } from "@tanstack/react-query";
import type { SafeStorage } from "./browser/storage.ts";
import { withQuery } from "./paths.ts";

/** Places that match a text, the best first. */
export const searchPlaces = (text: string) =>
  queryOptions<ResponseOf<typeof placesContract.searchPlaces>>({
    queryKey: [withQuery("/api/places", { query: text })],
  });

/** Place at a position; near a town's border, the address decides. */
export const getNearestPlace = ({ latitude, longitude }: Position, location: string) =>
  queryOptions<ResponseOf<typeof placesContract.getNearestPlace>>({
    queryKey: [
      withQuery("/api/places/nearest", { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6), location }),
    ],
  });

const STORAGE_KEY = "nx_place";
const MAX_NAME = 200;

/** Place with its name; without a name it is the device's position. */
export type VisitorPlace = Position & { readonly name: string | null };

/** Place that this browser's visitor chose, or null. Never prompts for it. */
export function storedPlace(storage: SafeStorage): VisitorPlace | null {
  try {
    const { latitude, longitude, name } = JSON.parse(storage.get(STORAGE_KEY) ?? "null") ?? {};
    if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null;
    return { latitude, longitude, name: typeof name === "string" && name ? name.slice(0, MAX_NAME) : null };
  } catch {
    return null;
  }
}

export const keepPlace = (storage: SafeStorage, { latitude, longitude, name }: VisitorPlace): void =>
  storage.set(STORAGE_KEY, JSON.stringify({ latitude, longitude, name }));

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;
