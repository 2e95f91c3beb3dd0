import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { StorageFull, toStorageError } from "../../adapters/storage/storage.port.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";

/** The account that sends an upload, and whether condition photos have places kept for them. */
export type Sender = { account: string; isApproved: boolean; isEvidence: boolean };

/** Uploads from their first byte until they are stored, and the bytes they may have on disk until then. */
type Bounds = { files: number; bytes: number };

export type SpoolLimits = {
  all: Bounds;
  /** Other uploads leave this much to condition photos. */
  keptForEvidence: Bounds;
  perAccount: Bounds;
  /** All accounts together that are not approved yet. */
  unapproved: Bounds;
  perUnapprovedAccount: Bounds;
};

const MEGABYTE = 1024 * 1024;

export const SPOOL_LIMITS: SpoolLimits = {
  all: { files: 80, bytes: 1024 * MEGABYTE },
  keptForEvidence: { files: 24, bytes: 384 * MEGABYTE },
  perAccount: { files: 4, bytes: 64 * MEGABYTE },
  unapproved: { files: 12, bytes: 192 * MEGABYTE },
  perUnapprovedAccount: { files: 1, bytes: 16 * MEGABYTE },
};

/** The file of one upload. `end` must always be called; it frees what is left, and more calls do nothing. */
export type SpooledFile = {
  write(chunk: Buffer): Promise<void>;
  /** Everything written. The disk space is free afterwards, and the upload still counts. */
  take(): Promise<Buffer>;
  end(): Promise<void>;
};

export type UploadSpool = { open(sender: Sender, bytes: number): Promise<SpooledFile> };

type Options = { directory: string; limits?: SpoolLimits; openFile?: (path: string) => Promise<FileHandle> };

/** Deletes what a killed process left, then takes uploads. */
export async function openUploadSpool({ directory, limits = SPOOL_LIMITS, openFile }: Options): Promise<UploadSpool> {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true, force: true });
  const counts = createCounts(limits);
  return {
    async open(sender, bytes) {
      const place = counts.enter(sender, bytes);
      try {
        return spooled(await openNameless(directory, openFile), place);
      } catch (error) {
        place.leave();
        throw toRefusal(error);
      }
    },
  };
}

/** A file without a name: the system deletes it when it is closed, even by a crash. */
async function openNameless(directory: string, openFile = (path: string) => open(path, "wx+")): Promise<FileHandle> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, newId());
  try {
    return await openFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

function spooled(handle: FileHandle, place: Place): SpooledFile {
  let size = 0;
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
    place.freeBytes();
  };
  return {
    async write(chunk) {
      try {
        await handle.writeFile(chunk);
        size += chunk.length;
      } catch (error) {
        throw toRefusal(error);
      }
    },
    async take() {
      const bytes = Buffer.allocUnsafe(size);
      for (let position = 0; position < size; ) {
        const { bytesRead } = await handle.read(bytes, position, size - position, position);
        if (bytesRead === 0) throw new Error("A spooled file is shorter than what was written");
        position += bytesRead;
      }
      await close();
      return bytes;
    },
    async end() {
      await close().finally(place.leave);
    },
  };
}

const toRefusal = (error: unknown) =>
  new AppError(toStorageError(error) instanceof StorageFull ? "storage_full" : "service_unavailable", undefined, {
    cause: error,
  });

type Place = { freeBytes(): void; leave(): void };

function createCounts(limits: SpoolLimits) {
  const counts = new Map<string, Bounds>();
  const of = (name: string): Bounds => counts.get(name) ?? { files: 0, bytes: 0 };
  const add = (names: readonly string[], files: number, bytes: number) => {
    for (const name of names) {
      const sum = { files: of(name).files + files, bytes: of(name).bytes + bytes };
      if (sum.files > 0) counts.set(name, sum);
      else counts.delete(name);
    }
  };
  const fits = (name: string, bytes: number, most: Bounds) =>
    of(name).files + 1 <= most.files && of(name).bytes + bytes <= most.bytes;

  return {
    /** Throws at a limit. */
    enter({ account, isApproved, isEvidence }: Sender, bytes: number): Place {
      const { all, keptForEvidence } = limits;
      const own = isApproved ? limits.perAccount : limits.perUnapprovedAccount;
      if (!fits(account, bytes, own)) {
        throw new AppError("too_many_requests", "Please wait until your other uploads finish", {
          retryAfterSeconds: 2,
        });
      }
      const others = { files: all.files - keptForEvidence.files, bytes: all.bytes - keptForEvidence.bytes };
      const hasRoom =
        fits("all", bytes, all) &&
        (isEvidence || fits("others", bytes, others)) &&
        (isApproved || fits("unapproved", bytes, limits.unapproved));
      if (!hasRoom) throw new AppError("service_unavailable", undefined, { retryAfterSeconds: 5 });

      const names = [account, "all", ...(isEvidence ? [] : ["others"]), ...(isApproved ? [] : ["unapproved"])];
      add(names, 1, bytes);
      let [files, held] = [1, bytes];
      const freeBytes = () => {
        add(names, 0, -held);
        held = 0;
      };
      return {
        freeBytes,
        leave() {
          freeBytes();
          add(names, -files, 0);
          files = 0;
        },
      };
    },
  };
}
