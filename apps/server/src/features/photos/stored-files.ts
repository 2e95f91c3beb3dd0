import { buffer } from "node:stream/consumers";
import { HOUR } from "@nexby/domain/kernel/duration";
import { StorageFull, type StoragePort } from "../../adapters/storage/storage.port.ts";
import { readClock } from "../../platform/clock.ts";
import { type Db, sqlStateOf } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { fullWebp, inImageQueue, placeholderOf, readPhoto } from "../../platform/images.ts";
import { cancelJobs, enqueueJob, type JobHandler } from "../../platform/jobs/job.ts";

type Deps = { db: Db; storage: StoragePort };

/** A folder of the file storage whose files belong to one row. */
type Folder = { id: string; key: string };

/** What a feature stores besides its rows, such as the photos of messages. */
export type FileKind = {
  /** The job that deletes files no row names. */
  deletionJob: string;
  entityType: string;
  /** True if a row names this folder. */
  isInUse: (db: Db, folder: Folder) => Promise<boolean>;
};

/** The name's extension decides the content type that is sent later. */
type NewFile = { name: string; bytes: Buffer };

/** Call it in the transaction that inserts the rows. */
type KeepFiles = (tx: Db) => Promise<void>;

/** Longer than any upload takes. */
const DELETE_AFTER_MS = HOUR;

/**
 * Files and rows can't be stored in one transaction. A job that deletes the files is enqueued before the first one is stored and
 * canceled in the transaction that inserts the rows, so an interruption leaves neither. If `save` doesn't keep the
 * files, because another attempt was faster, they are deleted.
 */
export async function storeFiles<Row>(
  { db, storage }: Deps,
  kind: FileKind,
  { files, ...folder }: Folder & { files: readonly NewFile[] },
  save: (keepFiles: KeepFiles) => Promise<Row>,
): Promise<Row> {
  let isKept = false;
  const keepFiles: KeepFiles = async (tx) => {
    // Without a pending job, the files may be gone.
    if (!(await cancelJobs(tx, deletionOf(kind, folder)))) throw new AppError("service_unavailable");
    isKept = true;
  };
  const at = new Date((await readClock(db)).getTime() + DELETE_AFTER_MS);
  await enqueueJob(db, { ...deletionOf(kind, folder), at });
  try {
    for (const { name, bytes } of files) await putFile(storage, `${folder.key}/${name}`, bytes);
    const saved = await save(keepFiles);
    if (!isKept) await discard({ db, storage }, kind, folder);
    return saved;
  } catch (error) {
    if (isRefusal(error)) await discard({ db, storage }, kind, folder);
    throw error;
  }
}

/** A refusal stored no row. After a broken connection the row may have been stored, and the job finds out. */
const isRefusal = (error: unknown) => error instanceof AppError || sqlStateOf(error)?.startsWith("23") === true;

const deletionOf = ({ deletionJob, entityType }: FileKind, { id, key }: Folder) => ({
  type: deletionJob,
  entityType,
  entityId: id,
  payload: { key },
});

/** Only for speed; the job would delete them, too. */
async function discard({ db, storage }: Deps, kind: FileKind, folder: Folder): Promise<void> {
  try {
    await storage.removeAll(folder.key);
    await cancelJobs(db, deletionOf(kind, folder));
  } catch {
    // The job stays.
  }
}

/** Deletes the files of a row that the same transaction deletes or marks. */
export const enqueueDeletion = (tx: Db, kind: FileKind, folder: Folder): Promise<boolean> =>
  enqueueJob(tx, deletionOf(kind, folder));

/** Deletes files that no row names, of an interrupted upload or of a deleted row. */
export const deleteFiles = ({ db, storage }: Deps, kind: FileKind): JobHandler => ({
  run: async ({ entityId: id, payload }) => {
    const key = String(payload.key);
    if (!(await kind.isInUse(db, { id, key }))) await storage.removeAll(key);
  },
});

/** Maps storage errors to an error message for the user. */
export async function putFile(storage: StoragePort, key: string, bytes: Buffer): Promise<void> {
  try {
    await storage.put(key, { content: bytes, size: bytes.length });
  } catch (error) {
    throw new AppError(error instanceof StorageFull ? "storage_full" : "service_unavailable", undefined, {
      cause: error,
    });
  }
}

/** Null for a missing file. */
export async function readFile(storage: StoragePort, key: string): Promise<Buffer | null> {
  const file = await storage.open(key);
  return file && buffer(file.content);
}

export type PhotoCopy = { copy: Buffer; width: number; height: number; placeholder: string };

/** Decoded to pixels and encoded again, so nothing but the picture remains. */
export const copyPhoto = (bytes: Buffer, person: string): Promise<PhotoCopy> =>
  inImageQueue(
    async () => {
      const picture = await readPhoto(bytes);
      const { width, height } = picture;
      return { copy: await fullWebp(picture), width, height, placeholder: await placeholderOf(picture) };
    },
    { person },
  );
