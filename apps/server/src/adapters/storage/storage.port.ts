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
