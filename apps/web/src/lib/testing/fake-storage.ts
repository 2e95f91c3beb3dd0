import { type SafeStorage, safeStorage } from "../browser/storage.ts";

/** Storage that a test can inspect. */
export function fakeStorage(): SafeStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  return { ...safeStorage(() => storage), kept };
}

/** A storage of a browser that forbids it. */
export const forbiddenStorage = (): SafeStorage =>
  safeStorage(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
