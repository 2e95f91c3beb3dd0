import { ownPath } from "./own-path.ts";
import { sessionMemory } from "./safe-storage.ts";

const STORAGE_KEY = "nx_way_back";

/** Where somebody wanted to go who has to complete their profile first. */
export const rememberWayBack = (path: string): void => sessionMemory.set(STORAGE_KEY, path);

export const wayBack = (): string | null => ownPath(sessionMemory.get(STORAGE_KEY));

export const forgetWayBack = (): void => sessionMemory.remove(STORAGE_KEY);
