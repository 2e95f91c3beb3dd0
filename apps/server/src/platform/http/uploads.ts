import multipart from "@fastify/multipart";
import { type Endpoint, tooLargeMessage } from "@nexby/contract/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError, fieldError } from "../errors.ts";

type Upload = NonNullable<Endpoint["upload"]>;

/** The name is what the sender calls it: to be shown, never to be believed. */
export type ReceivedFile = { bytes: Buffer; name: string };

const FIELD = "file";
const WRONG_TYPE = "Send the file as multipart/form-data, in a field named file";
const WRONG_PARTS = "Send exactly one file, in a field named file";
/** For what stands around the file. */
const ENVELOPE_BYTES = 16 * 1024;
const MAX_MS = 120_000;

const takePlace = createUploadPlaces({ mostPerPerson: 4, mostAtOnce: 20 });

/** In a scope of its own, so that nothing else takes such a body. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  // Anything else is not even read; `receiveFile` says what is asked for.
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await scope.register(multipart);
}

/** The one file of an upload. Never holds more of it than is allowed; what breaks off or takes too long is dropped. */
export async function receiveFile(request: FastifyRequest, upload: Upload, person: string): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError("unsupported_media_type", WRONG_TYPE);
  if (Number(request.headers["content-length"] ?? 0) > upload.maxBytes + ENVELOPE_BYTES) {
    throw new AppError("payload_too_large", tooLargeMessage(upload));
  }
  const leave = takePlace(person);
  const timer = setTimeout(() => request.raw.destroy(), MAX_MS);
  try {
    return await readParts(request, upload);
  } catch (error) {
    throw explained(error, upload);
  } finally {
    clearTimeout(timer);
    leave();
  }
}

async function readParts(request: FastifyRequest, { maxBytes }: Upload): Promise<ReceivedFile> {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 };
  let received: ReceivedFile | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type !== "file" || part.fieldname !== FIELD) {
      // Else the rest would wait for somebody to read it.
      if (part.type === "file") part.file.resume();
      throw fieldError(FIELD, WRONG_PARTS);
    }
    received = { bytes: await part.toBuffer(), name: part.filename };
  }
  if (!received) throw fieldError(FIELD, WRONG_PARTS);
  return received;
}

const TOO_MANY_PARTS = new Set(["FST_PARTS_LIMIT", "FST_FILES_LIMIT", "FST_FIELDS_LIMIT", "FST_PROTO_VIOLATION"]);

/** All that can go wrong while reading is the sender's doing. */
function explained(error: unknown, upload: Upload): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return new AppError("payload_too_large", tooLargeMessage(upload));
  if (TOO_MANY_PARTS.has(code)) return fieldError(FIELD, WRONG_PARTS);
  return new AppError("malformed_request", undefined, { cause: error });
}

type Options = { mostPerPerson: number; mostAtOnce: number };

/** While a file comes in it is held in memory: only so many may come at a time, and not all of them from one person. */
export function createUploadPlaces({ mostPerPerson, mostAtOnce }: Options) {
  const taken = new Map<string, number>();
  let all = 0;

  return function takePlace(person: string): () => void {
    const own = taken.get(person) ?? 0;
    if (own >= mostPerPerson) {
      throw new AppError("too_many_requests", "Please wait until the other uploads are done", { retryAfterSeconds: 2 });
    }
    if (all >= mostAtOnce) throw new AppError("service_unavailable", undefined, { retryAfterSeconds: 5 });
    taken.set(person, own + 1);
    all += 1;
    return () => {
      const left = (taken.get(person) ?? 1) - 1;
      if (left > 0) taken.set(person, left);
      else taken.delete(person);
      all -= 1;
    };
  };
}
