import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { assertKey, assertPrefix, type NewFile, StorageFull, type StoragePort, typeOfKey } from "./storage.port.ts";

export type S3Options = {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * For servers other than Amazon's. Buckets are addressed in the path, since not every server has a host name per
   * bucket.
   */
  endpoint?: string | undefined;
};

const INSUFFICIENT_STORAGE = 507;
const noop = () => undefined;
const SILENT = { debug: noop, info: noop, warn: noop, error: noop };
const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** A bucket of Amazon S3 or a compatible server. */
export function s3Storage({ bucket, region, accessKeyId, secretAccessKey, endpoint }: S3Options): StoragePort {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
    // The library would also log the errors it throws.
    logger: SILENT,
    // With the library's checksums, some servers store the transfer's chunk framing as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    async put(key, file) {
      const type = assertKey(key);
      const { body, signal } = sendable(file);
      const command = new PutObjectCommand({ ...at(key), Body: body, ContentLength: file.size, ContentType: type });
      await client
        .send(command, { abortSignal: signal })
        .catch((error: unknown) => Promise.reject(toStorageError(signal.aborted ? signal.reason : error)));
    },
    async open(key) {
      const type = typeOfKey(key);
      if (type === null) return null;
      const found = await client.send(new GetObjectCommand(at(key))).catch(nullIfMissing);
      if (!found?.Body) return null;
      return { content: found.Body as Readable, size: found.ContentLength ?? 0, type };
    },
    async remove(key) {
      assertKey(key);
      await client.send(new DeleteObjectCommand(at(key)));
    },
    async removeAll(prefix) {
      assertPrefix(prefix);
      await removeUnder(client, bucket, `${prefix}/`);
    },
  };
}

/** A stream that fails or has the wrong length aborts the upload, so the server stores nothing. */
function sendable({ content, size }: NewFile): { body: Buffer | Readable; signal: AbortSignal } {
  const transfer = new AbortController();
  if (!(content instanceof Readable)) return { body: content, signal: transfer.signal };
  let left = size;
  const body = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      left -= piece.length;
      done(left < 0 ? lengthFault(size) : null, piece);
    },
    flush: (done) => done(left > 0 ? lengthFault(size) : null),
  });
  pipeline(content, body).catch((error: unknown) => transfer.abort(error));
  return { body, signal: transfer.signal };
}

const lengthFault = (size: number) => new Error(`The file was to have ${size} bytes`);

async function removeUnder(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    const objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
    if (objects.length > 0) {
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
      );
      if (Errors[0]) throw new Error(`S3 did not remove ${Errors.length} files: ${Errors[0].Code}`);
    }
    isMore = page.IsTruncated ?? false;
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
  throw error;
}

function toStorageError(error: unknown): unknown {
  const isFull = error instanceof S3ServiceException && error.$metadata.httpStatusCode === INSUFFICIENT_STORAGE;
  return isFull ? new StorageFull("The file storage is full", { cause: error }) : error;
}
