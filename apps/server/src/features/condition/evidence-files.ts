import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { PRIVATE_FOLDER, StorageFull, type StoragePort } from "../../adapters/storage/storage.port.ts";
import { AppError } from "../../platform/errors.ts";
import { fullWebp, inImageQueue, placeholderOf, readPhoto } from "../../platform/images.ts";

export const DELETE_EVIDENCE_FILES = "delete_evidence_files";

export const sha256 = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

/** Each attempt to send a photo has its own folder, so that removing a failed one can't touch a stored photo. */
export const filesKeyOf = (bookingId: string, attemptId: string): string =>
  `${PRIVATE_FOLDER}/${bookingId}/${attemptId}`;

/** The sealed original, byte for byte as it was sent. */
export const originalKey = (filesKey: string): string => `${filesKey}/original.bin`;
/** The copy without metadata that people see. */
export const copyKey = (filesKey: string): string => `${filesKey}/copy.webp`;

export const photoUrl = (bookingId: string, photoId: string): string => `/api/bookings/${bookingId}/photos/${photoId}`;

export type MadeCopy = { copy: Buffer; width: number; height: number; placeholder: string };

/** Decoded to pixels and encoded again, so nothing but the picture remains. */
export const makeCopy = (original: Buffer, person: string): Promise<MadeCopy> =>
  inImageQueue(
    async () => {
      const picture = await readPhoto(original);
      const { width, height } = picture;
      return { copy: await fullWebp(picture), width, height, placeholder: await placeholderOf(picture) };
    },
    { person },
  );

const STARTS: readonly [type: string, start: string, offset: number][] = [
  ["image/jpeg", "\xff\xd8\xff", 0],
  ["image/png", "\x89PNG", 0],
  ["image/webp", "WEBP", 8],
  ["image/avif", "ftyp", 4],
];

/** By content, never by the name or type the sender claims. */
export const mimeTypeOf = (bytes: Buffer): string =>
  STARTS.find(([, start, offset]) => bytes.toString("latin1", offset, offset + start.length) === start)?.[0] ??
  "application/octet-stream";

/** Maps storage errors to an error message for the user. */
async function put(storage: StoragePort, key: string, content: Buffer): Promise<void> {
  try {
    await storage.put(key, { content, size: content.length });
  } catch (error) {
    throw new AppError(error instanceof StorageFull ? "storage_full" : "service_unavailable", undefined, {
      cause: error,
    });
  }
}

export async function storeFiles(storage: StoragePort, filesKey: string, files: { original: Buffer; copy: Buffer }) {
  await put(storage, originalKey(filesKey), files.original);
  await put(storage, copyKey(filesKey), files.copy);
}

/** Null for a missing file. */
export async function readFile(storage: StoragePort, key: string): Promise<Buffer | null> {
  const file = await storage.open(key);
  return file && buffer(file.content);
}
