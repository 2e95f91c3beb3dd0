import type { Readable } from "node:stream";

export type NewFile = { content: Buffer | Readable; size: number };
export type StoredFile = { content: Readable; size: number; type: string };

/**
 * Files under keys such as `photos/<id>/full.webp`. A file's type follows from its key, and only types a browser can be
 * given without harm have one: see `storage-keys.ts`.
 */
export type StoragePort = {
  /** All of it or nothing: what is under a key is complete. Replaces what was there. */
  put(key: string, file: NewFile): Promise<void>;
  /** Null when there is nothing, also for what cannot be a key. Whoever opens a file reads it to its end or destroys it. */
  open(key: string): Promise<StoredFile | null>;
  /** Everything under a key without its last part. What is not there is no fault. */
  removeAll(prefix: string): Promise<void>;
  remove(key: string): Promise<void>;
};

/** There is no room for another file. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

/** The files there are. None of them can carry a script that a browser would run as ours. */
const TYPES = {
  webp: "image/webp",
  avif: "image/avif",
  pdf: "application/pdf",
} as const;

const PART = "[a-z0-9][a-z0-9-]{0,99}";
const KEY = new RegExp(`^(?:${PART}/){1,5}${PART}\\.(${Object.keys(TYPES).join("|")})$`);
const PREFIX = new RegExp(`^${PART}(?:/${PART}){0,4}$`);

/** The type of what is under a key; null when it cannot be a key. */
export function typeOfKey(key: string): string | null {
  const extension = KEY.exec(key)?.[1];
  return extension ? TYPES[extension as keyof typeof TYPES] : null;
}

export function assertKey(key: string): string {
  const type = typeOfKey(key);
  if (!type) throw new Error(`Not a key of the file storage: ${JSON.stringify(key.slice(0, 200))}`);
  return type;
}

export function assertPrefix(prefix: string): void {
  if (!PREFIX.test(prefix))
    throw new Error(`Not a prefix of the file storage: ${JSON.stringify(prefix.slice(0, 200))}`);
}
