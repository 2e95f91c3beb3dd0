/** Browser storage that may be off, full or forbidden: then nothing is stored and nothing fails. */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** Opens the storage on every access: where it is forbidden, even naming it throws. */
export function safeStorage(open: () => Storage): SafeStorage {
  const attempt = <Result>(access: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return access(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

/** Kept until the tab is closed. */
export const sessionMemory = safeStorage(() => sessionStorage);

/** Kept until the visitor clears it. */
export const localMemory = safeStorage(() => localStorage);
