/** A browser's storage that may be off, full or forbidden: then nothing is kept, and nothing fails. */
export type SafeStorage = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** Opened anew each time: where storage is forbidden, already naming it throws. */
export function safeStorage(open: () => Storage): SafeStorage {
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(open());
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

/** Until the tab is closed. */
export const sessionMemory = safeStorage(() => sessionStorage);

/** Until the visitor clears it. */
export const localMemory = safeStorage(() => localStorage);
