import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDataDirectory } from "../data-directory.ts";

const isRoot = process.getuid?.() === 0;

let folder: string;
let root: string;
let systemDirectory: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "nexby-data-")));
  await chmod(folder, 0o755);
  root = join(folder, "clone");
  systemDirectory = join(folder, "var", "lib", "nexby");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const NOBODY = 65_534;

/** Root gives up its rights for a while. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  await chown(folder, NOBODY, NOBODY);
  const getuid = vi.spyOn(process, "getuid").mockReturnValue(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    getuid.mockRestore();
  }
}

/** Others only claim to be root, which is enough where nothing runs as the PostgreSQL user. */
async function asRoot<T>(work: () => Promise<T>): Promise<T> {
  const getuid = vi.spyOn(process, "getuid").mockReturnValue(0);
  return work().finally(() => getuid.mockRestore());
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe("openDataDirectory", () => {
  it("openDataDirectory uses DATA_DIR when it is given", async () => {
    const data = await openDataDirectory({ root, dataDir: join(folder, "elsewhere", "data"), systemDirectory });
    expect(data.path).toBe(join(folder, "elsewhere", "data"));
    expect((await readdir(folder)).sort()).toEqual(["elsewhere"]);
    data.release();
    expect(await readdir(data.path)).toEqual([]);
  });

  it("openDataDirectory uses .data in the repository, closed to others", () =>
    asOrdinaryUser(async () => {
      const data = await openDataDirectory({ root, systemDirectory });
      expect(data.path).toBe(join(root, ".data"));
      expect(await modeOf(data.path)).toBe(0o700);
      data.release();
    }));

  it("openDataDirectory uses a system folder as root that others can enter, stable per clone and distinct between clones", () =>
    asRoot(async () => {
      const umask = process.umask(0o077);
      const data = await openDataDirectory({ root, systemDirectory }).finally(() => process.umask(umask));
      data.release();
      expect(dirname(data.path)).toBe(systemDirectory);
      expect(basename(data.path)).toBe((await readFile(join(root, ".data", "id"), "utf8")).trim());
      expect(await readdir(join(root, ".data"))).toEqual(["id"]);
      expect([await modeOf(data.path), await modeOf(systemDirectory)]).toEqual([0o711, 0o711]);

      const again = await openDataDirectory({ root, systemDirectory });
      again.release();
      const other = await openDataDirectory({ root: join(folder, "another-clone"), systemDirectory });
      other.release();
      expect(again.path).toBe(data.path);
      expect(other.path).not.toBe(data.path);
    }));

  it.runIf(isRoot)(
    "openDataDirectory uses a system folder when the PostgreSQL user cannot enter DATA_DIR, and keeps using it (only root can act as that user)",
    async () => {
      const dataDir = join(folder, "closed", "data");
      await mkdir(dataDir, { recursive: true });
      await chmod(join(folder, "closed"), 0o700);
      const data = await openDataDirectory({ root, dataDir, systemDirectory });
      data.release();
      expect(dirname(data.path)).toBe(systemDirectory);

      await chmod(join(folder, "closed"), 0o755);
      const later = await openDataDirectory({ root, dataDir, systemDirectory });
      later.release();
      expect(later.path).toBe(data.path);
    },
  );

  it("openDataDirectory is the same for concurrent first starts, and only one of them gets it", async () => {
    const opened = await Promise.allSettled(
      Array.from({ length: 5 }, () => openDataDirectory({ root, systemDirectory })),
    );
    const winners = opened.filter((outcome) => outcome.status === "fulfilled").map(({ value }) => value);
    const rejections = opened.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason.message);
    expect(winners).toHaveLength(1);
    expect(new Set(rejections)).toEqual(
      new Set([
        `Nexby is already running (process ${process.pid}) on ${winners[0]?.path}; ` +
          "stop it first or set DATA_DIR to another folder.",
      ]),
    );
  });

  it("openDataDirectory explains that DATA_DIR must be a folder when it is a file or lies below one", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    for (const dataDir of [file, join(file, "data")]) {
      await expect(openDataDirectory({ root, dataDir, systemDirectory })).rejects.toThrow(
        `${dataDir} is a file or lies below one. Set DATA_DIR to a folder.`,
      );
    }
  });

  it("openDataDirectory explains when the folder is not writable", () =>
    asOrdinaryUser(async () => {
      await chmod(folder, 0o500);
      await expect(openDataDirectory({ root: folder, dataDir: join(folder, "data") })).rejects.toThrow(
        "Nexby can't write its data to",
      );
      await chmod(folder, 0o700);
    }));
});
