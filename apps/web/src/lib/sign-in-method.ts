import { localMemory } from "./browser/storage.ts";

const STORAGE_KEY = "nx_sign_in_method";
const PROVIDER = "provider";
const passwordOf = (userId: string) => `password ${userId}`;

/** How this browser last signed in. */
export const savePasswordSignIn = (userId: string): void => localMemory.set(STORAGE_KEY, passwordOf(userId));

export const saveProviderSignIn = (): void => localMemory.set(STORAGE_KEY, PROVIDER);

/** How this account signed in, to offer the same way again; null if this browser does not know. */
export function signInMethodOf(userId: string): "password" | "provider" | null {
  const saved = localMemory.get(STORAGE_KEY);
  if (saved === PROVIDER) return "provider";
  return saved === passwordOf(userId) ? "password" : null;
}
