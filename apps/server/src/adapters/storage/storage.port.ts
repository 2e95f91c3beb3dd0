import type { Readable } from "node:stream";

export type NewFile = { content: Buffer | Readable; size: number };
export type StoredFile = { content: Readable; size: number; type: string };

/**
 * Files under keys such as `photos/<id>/full.webp`. A file's type follows from its key's extension, and only types
 * that browsers can display safely are allowed.
 */
export type StoragePort = {
  /** Atomic: a stored file is always complete. Replaces an existing file. */
  put(key: string, file: NewFile): Promise<void>;
  /** Null for a missing file or an invalid key. The caller must read the content to its end or destroy it. */
  open(key: string): Promise<StoredFile | null>;
  /** Deletes all files under a prefix of keys. Missing files are not an error. */
  removeAll(prefix: string): Promise<void>;
  remove(key: string): Promise<void>;
};

export class StorageFull extends Error {
  override name = "StorageFull";
}

const FULL_CODES = new Set<unknown>(["ENOSPC", "EDQUOT"]);

/** Converts a full disk to StorageFull; other errors are returned unchanged. */
export const toStorageError = (error: unknown): unknown =>
  FULL_CODES.has(error instanceof Error && "code" in error ? error.code : undefined)
    ? new StorageFull("The disk is full", { cause: error })
    : error;

/** Allowed types. None of them can contain a script that a browser would run on our origin. */
const TYPES = {
  webp: "image/webp",
  jpg: "image/jpeg",
  avif: "image/avif",
  pdf: "application/pdf",
  // Sealed files: downloaded, never displayed.
  bin: "application/octet-stream",
} as const;

const PART = "[a-z0-9][a-z0-9-]{0,99}";
const KEY = new RegExp(`^(?:${PART}/){1,5}${PART}\\.(${Object.keys(TYPES).join("|")})$`);
const PREFIX = new RegExp(`^${PART}(?:/${PART}){0,4}$`);

/** Null for an invalid key. */
export function typeOfKey(key: string): string | null {
  const extension = KEY.exec(key)?.[1];
  return extension ? TYPES[extension as keyof typeof TYPES] : null;
}

/** Files in this folder may only be sent by a route that checks who asks. */
export const PRIVATE_FOLDER = "evidence";

/** The files that anyone may open. */
export const publicFiles = ({ open }: Pick<StoragePort, "open">): Pick<StoragePort, "open"> => ({
  open: async (key) => (key.startsWith(`${PRIVATE_FOLDER}/`) ? null : open(key)),
});

export function assertKey(key: string): string {
  const type = typeOfKey(key);
  if (!type) throw new Error(`Not a key of the file storage: ${JSON.stringify(key.slice(0, 200))}`);
  return type;
}

export function assertPrefix(prefix: string): void {
  if (!PREFIX.test(prefix))
    throw new Error(`Not a prefix of the file storage: ${JSON.stringify(prefix.slice(0, 200))}`);
}
