import multipart from "@fastify/multipart";
import { type Endpoint, tooLargeMessage } from "@nexby/contract/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../db/db.ts";
import { AppError, fieldError } from "../errors.ts";
import { assertWithin } from "../throttle.ts";
import { limitUploadTime } from "./time-limits.ts";
import type { Sender, SpooledFile, UploadSpool } from "./upload-spool.ts";

type Upload = NonNullable<Endpoint["upload"]>;

/** The sender chose the name: display it, but never trust it. */
export type ReceivedFile = { bytes: Buffer; name: string };

const FIELD = "file";
const WRONG_TYPE = "Send the file as multipart/form-data, in a field named file";
const WRONG_PARTS = "Send exactly one file, in a field named file";
/** Allowance for the multipart envelope around the file. */
const ENVELOPE_BYTES = 16 * 1024;

const takeSlot = createUploadSlots({ all: 20, keptForEvidence: 6, unapproved: 2 });

/** Registered in its own scope, so that no other route accepts multipart bodies. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  // Other content types are not read; `receiveFile` rejects them with an explanation.
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await scope.register(multipart);
}

/** All uploads of an account together. Files and the work to make them cost more than other requests. */
export const UPLOAD_QUOTA = { times: 500, seconds: 86_400 };
const QUOTA_MESSAGE = `You can upload ${UPLOAD_QUOTA.times} files in 24 hours. Please try again later.`;

type Receiving = { db: Db; spool: UploadSpool; request: FastifyRequest; sender: Sender };

/**
 * Receives a file on disk, then takes one of the few slots and handles it in memory. A body that arrives slowly, or
 * never, takes no slot.
 */
export async function withUpload<T>(
  { db, spool, request, sender }: Receiving,
  upload: Upload,
  handle: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError("unsupported_media_type", WRONG_TYPE);
  const most = upload.maxBytes + ENVELOPE_BYTES;
  const declared = Number(request.headers["content-length"] ?? most);
  if (declared > most) throw new AppError("payload_too_large", tooLargeMessage(upload));
  const spooled = await spool.open(sender, declared);
  try {
    await assertWithin(db, ["uploads", sender.account], UPLOAD_QUOTA, QUOTA_MESSAGE);
    const name = await receiveFile(request, upload, spooled);
    const release = await takeSlot(sender);
    try {
      return await handle({ bytes: await spooled.take(), name });
    } finally {
      release();
    }
  } finally {
    await spooled.end();
  }
}

/** Writes the single file of an upload to disk and returns its name. Aborted and slow uploads are dropped. */
async function receiveFile(request: FastifyRequest, upload: Upload, spooled: SpooledFile): Promise<string> {
  try {
    return await limitUploadTime(request, () => readParts(request, upload, spooled));
  } catch (error) {
    throw toAppError(error, upload);
  }
}

async function readParts(request: FastifyRequest, { maxBytes }: Upload, spooled: SpooledFile): Promise<string> {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 };
  let name: string | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type !== "file" || part.fieldname !== FIELD) {
      // An unread part would block the rest of the request.
      if (part.type === "file") part.file.resume();
      throw fieldError(FIELD, WRONG_PARTS);
    }
    await spoolPart(part.file, spooled);
    name = part.filename;
  }
  if (name === undefined) throw fieldError(FIELD, WRONG_PARTS);
  return name;
}

/** Reads to the end even if the disk is full: an unread rest would keep the client from seeing the refusal. */
async function spoolPart(content: AsyncIterable<Buffer>, spooled: SpooledFile): Promise<void> {
  let failure: unknown;
  for await (const chunk of content) {
    if (failure === undefined)
      failure = await spooled.write(chunk).then(
        () => undefined,
        (error) => error,
      );
  }
  if (failure !== undefined) throw failure;
}

const TOO_MANY_PARTS = new Set(["FST_PARTS_LIMIT", "FST_FILES_LIMIT", "FST_FIELDS_LIMIT", "FST_PROTO_VIOLATION"]);

/** Every other error while reading is caused by the sender. */
function toAppError(error: unknown, upload: Upload): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return new AppError("payload_too_large", tooLargeMessage(upload));
  if (TOO_MANY_PARTS.has(code)) return fieldError(FIELD, WRONG_PARTS);
  return new AppError("malformed_request", undefined, { cause: error });
}

type SlotLimits = {
  all: number;
  /** Other uploads leave this many to condition photos. */
  keptForEvidence: number;
  /** All accounts together that are not approved yet. */
  unapproved: number;
};

/** Files are handled in memory, so their number is limited. Complete uploads wait on disk for a slot, in their order. */
export function createUploadSlots({ all, keptForEvidence, unapproved }: SlotLimits) {
  const taken = new Set<Sender>();
  const waiting: { sender: Sender; start(): void }[] = [];
  const count = (isCounted: (sender: Sender) => boolean) => [...taken].filter(isCounted).length;

  const isFree = ({ isApproved, isEvidence }: Sender): boolean =>
    taken.size < all &&
    (isEvidence || count((other) => !other.isEvidence) < all - keptForEvidence) &&
    (isApproved || count((other) => !other.isApproved) < unapproved);

  const startNext = () => {
    const next = waiting.findIndex(({ sender }) => isFree(sender));
    for (const { sender, start } of next < 0 ? [] : waiting.splice(next, 1)) {
      taken.add(sender);
      start();
    }
  };

  return async function takeSlot(who: Sender): Promise<() => void> {
    // A copy, because the set tells the uploads of one sender apart.
    const sender = { ...who };
    await new Promise<void>((start) => {
      waiting.push({ sender, start });
      startNext();
    });
    return () => {
      taken.delete(sender);
      startNext();
    };
  };
}
