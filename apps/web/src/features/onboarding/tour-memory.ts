import type { SafeStorage } from "../../lib/safe-storage.ts";

/** Each person of this browser sees the tour once; visitors have one flag among them. */
const keyOf = (userId: string | null): string =>
  userId === null ? "nx_demo_tour_completed" : `nx_tour_completed_${userId}`;

export const isTourCompleted = (storage: SafeStorage, userId: string | null): boolean =>
  storage.get(keyOf(userId)) === "true";

export const completeTour = (storage: SafeStorage, userId: string | null): void => storage.set(keyOf(userId), "true");
