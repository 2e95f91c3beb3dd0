import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DAY } from "@nexby/domain/kernel/duration";
import { assertKey, assertPrefix, type NewFile, type StoragePort, toStorageError, typeOfKey } from "./storage.port.ts";

/** Not a valid key, so drafts never collide with stored files. */
const DRAFTS = ".drafts";

/** Files in a folder that all processes on this machine can share. */
export function diskStorage(directory: string): StoragePort {
  return {
    async put(key, file) {
      assertKey(key);
      const draft = join(directory, DRAFTS, randomBytes(12).toString("hex"));
      try {
        await mkdir(dirname(draft), { recursive: true });
        await writeDraft(draft, file);
        await moveInto(draft, join(directory, key));
      } catch (error) {
        await rm(draft, { force: true });
        throw toStorageError(error);
      }
    },
    async open(key) {
      const type = typeOfKey(key);
      const handle = type === null ? null : await openIfThere(join(directory, key));
      if (type === null || handle === null) return null;
      const { size } = await handle.stat();
      return { content: handle.createReadStream(), size, type };
    },
    async remove(key) {
      assertKey(key);
      await rm(join(directory, key), { force: true });
    },
    async removeAll(prefix) {
      assertPrefix(prefix);
      await rm(join(directory, prefix), { recursive: true, force: true });
    },
  };
}

/** Deletes drafts left behind by killed processes: writing a file never takes a day. */
export async function clearOldDrafts(directory: string, now = Date.now()): Promise<void> {
  const folder = join(directory, DRAFTS);
  for (const name of await readdir(folder).catch(() => [])) {
    const draft = join(folder, name);
    const written = await stat(draft).catch(() => null);
    if (written && written.mtimeMs < now - DAY) await rm(draft, { force: true });
  }
}

/** Flushed before the rename, so that a file referenced by a committed row survives a power loss. */
async function writeDraft(draft: string, { content, size }: NewFile): Promise<void> {
  const source = content instanceof Readable ? content : Readable.from([content]);
  // Opened first: a stream that fails while its file is being opened would create the file after the draft is removed.
  const target = (await open(draft, "wx")).createWriteStream({ flush: true });
  await pipeline(source, target);
  if (target.bytesWritten !== size) {
    throw new Error(`The file was to have ${size} bytes, not ${target.bytesWritten}`);
  }
}

/** Retries because removeAll may delete the folder between mkdir and rename. */
async function moveInto(draft: string, path: string): Promise<void> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    await mkdir(dirname(path), { recursive: true });
    try {
      return await rename(draft, path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || triesLeft === 0) throw error;
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw error;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
