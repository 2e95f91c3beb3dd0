import type { Position } from "@nexby/domain/kernel/distance";
import type { SafeStorage } from "./safe-storage.ts";

const STORAGE_KEY = "nx_place";
const LONGEST_NAME = 200;

/** A place with what it is called; without a name it is the device's position. */
export type VisitorPlace = Position & { readonly name: string | null };

/** Where this browser's visitor said to be; null when they never did. Nobody is asked for it here. */
export function storedPlace(storage: SafeStorage): VisitorPlace | null {
  try {
    const { latitude, longitude, name } = JSON.parse(storage.get(STORAGE_KEY) ?? "null") ?? {};
    if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return null;
    return { latitude, longitude, name: typeof name === "string" && name ? name.slice(0, LONGEST_NAME) : null };
  } catch {
    return null;
  }
}

export const keepPlace = (storage: SafeStorage, { latitude, longitude, name }: VisitorPlace): void =>
  storage.set(STORAGE_KEY, JSON.stringify({ latitude, longitude, name }));

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;
