import type { Position } from "@nexby/domain/kernel/distance";
import type { SafeStorage } from "./safe-storage.ts";

const STORAGE_KEY = "nx_place";

/** Where this browser's visitor said to be; null when they never did. Nobody is asked for it here. */
export function storedPlace(storage: SafeStorage): Position | null {
  try {
    const { latitude, longitude } = JSON.parse(storage.get(STORAGE_KEY) ?? "null") ?? {};
    return isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : null;
  } catch {
    return null;
  }
}

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;
