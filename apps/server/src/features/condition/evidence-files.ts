import { createHash } from "node:crypto";
import { PRIVATE_FOLDER } from "../../adapters/storage/storage.port.ts";

export const DELETE_EVIDENCE_FILES = "delete_evidence_files";

export const sha256 = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

/** Each attempt to send a photo has its own folder, so that removing a failed one can't touch a stored photo. */
export const filesKeyOf = (bookingId: string, attemptId: string): string =>
  `${PRIVATE_FOLDER}/${bookingId}/${attemptId}`;

export const ORIGINAL_FILE = "original.bin";
export const COPY_FILE = "copy.webp";

/** The sealed original, byte for byte as it was sent. */
export const originalKey = (filesKey: string): string => `${filesKey}/${ORIGINAL_FILE}`;
/** The copy without metadata that users see. */
export const copyKey = (filesKey: string): string => `${filesKey}/${COPY_FILE}`;

export const photoUrl = (bookingId: string, photoId: string): string => `/api/bookings/${bookingId}/photos/${photoId}`;

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
