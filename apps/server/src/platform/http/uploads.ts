import multipart from "@fastify/multipart";
import { type Endpoint, tooLargeMessage } from "@nexby/contract/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Db } from "../db/db.ts";
import { AppError, fieldError } from "../errors.ts";
import { throttle } from "../throttle.ts";
import { limitUploadTime } from "./time-limits.ts";

type Upload = NonNullable<Endpoint["upload"]>;

/** The sender chose the name: display it, but never trust it. */
export type ReceivedFile = { bytes: Buffer; name: string };

const FIELD = "file";
const WRONG_TYPE = "Send the file as multipart/form-data, in a field named file";
const WRONG_PARTS = "Send exactly one file, in a field named file";
/** Allowance for the multipart envelope around the file. */
const ENVELOPE_BYTES = 16 * 1024;

const takeSlot = createUploadSlots({ mostPerPerson: 4, mostAtOnce: 20 });

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

type Sender = { db: Db; request: FastifyRequest; person: string };

/** Receives a file and handles it. The slot stays taken until then, because the file stays in memory. */
export async function withUpload<T>(
  { db, request, person }: Sender,
  upload: Upload,
  handle: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError("unsupported_media_type", WRONG_TYPE);
  if (Number(request.headers["content-length"] ?? 0) > upload.maxBytes + ENVELOPE_BYTES) {
    throw new AppError("payload_too_large", tooLargeMessage(upload));
  }
  const release = takeSlot(person);
  try {
    const verdict = await throttle(db, ["uploads", person], UPLOAD_QUOTA);
    if (!verdict.allowed) throw new AppError("too_many_requests", QUOTA_MESSAGE, verdict);
    return await handle(await receiveFile(request, upload));
  } finally {
    release();
  }
}

/** Reads the single file of an upload. Never buffers more than the limit; aborted and slow uploads are dropped. */
async function receiveFile(request: FastifyRequest, upload: Upload): Promise<ReceivedFile> {
  try {
    return await limitUploadTime(request, () => readParts(request, upload));
  } catch (error) {
    throw toAppError(error, upload);
  }
}

async function readParts(request: FastifyRequest, { maxBytes }: Upload): Promise<ReceivedFile> {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 };
  let received: ReceivedFile | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type !== "file" || part.fieldname !== FIELD) {
      // An unread part would block the rest of the request.
      if (part.type === "file") part.file.resume();
      throw fieldError(FIELD, WRONG_PARTS);
    }
    received = { bytes: await part.toBuffer(), name: part.filename };
  }
  if (!received) throw fieldError(FIELD, WRONG_PARTS);
  return received;
}

const TOO_MANY_PARTS = new Set(["FST_PARTS_LIMIT", "FST_FILES_LIMIT", "FST_FIELDS_LIMIT", "FST_PROTO_VIOLATION"]);

/** Every error while reading is caused by the sender. */
function toAppError(error: unknown, upload: Upload): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return new AppError("payload_too_large", tooLargeMessage(upload));
  if (TOO_MANY_PARTS.has(code)) return fieldError(FIELD, WRONG_PARTS);
  return new AppError("malformed_request", undefined, { cause: error });
}

type Options = { mostPerPerson: number; mostAtOnce: number };

/** Uploads are buffered in memory, so their number is limited, in total and per person. */
export function createUploadSlots({ mostPerPerson, mostAtOnce }: Options) {
  const taken = new Map<string, number>();
  let total = 0;

  return function takeSlot(person: string): () => void {
    const own = taken.get(person) ?? 0;
    if (own >= mostPerPerson) {
      throw new AppError("too_many_requests", "Please wait until your other uploads finish", { retryAfterSeconds: 2 });
    }
    if (total >= mostAtOnce) throw new AppError("service_unavailable", undefined, { retryAfterSeconds: 5 });
    taken.set(person, own + 1);
    total += 1;
    return () => {
      const left = (taken.get(person) ?? 1) - 1;
      if (left > 0) taken.set(person, left);
      else taken.delete(person);
      total -= 1;
    };
  };
}
