import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, realpath, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isRunning } from "@nexby/process-lock";
import { afterAll, beforeAll } from "vitest";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";

const MEMORY_FILE_SYSTEM = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;
const PREFIX = "nexby-test-";

/**
 * Creates a directory for test clusters, in memory if there is room: a database consists of a thousand small files, and
 * creating them on disk takes ten times as long as filling them.
 */
export async function makeClusterDirectory(name: string): Promise<string> {
  const parent = await chooseParent();
  await removeAbandoned(parent);
  const directory = await realpath(await mkdtemp(join(parent, `${PREFIX}${process.pid}-${name}-`)));
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(directory, 0o711);
  return directory;
}

/** Makes directories whose first start is over: initdb takes longer than most tests. */
export function useStartedClusters(): { makeStartedCluster(name: string): Promise<string> } {
  let template = "";
  beforeAll(async () => {
    template = await makeClusterDirectory("template");
    const server = await startEmbeddedPostgres({ directory: template, durable: false, log: () => undefined });
    await server.stop();
  });
  afterAll(() => rm(template, { recursive: true, force: true }));
  return {
    async makeStartedCluster(name) {
      const directory = await makeClusterDirectory(name);
      await copyFolder(template, directory);
      return directory;
    },
  };
}

/** Preserves the owner of each file, which PostgreSQL checks, and costs a tenth of Node's own copy. */
export const copyFolder = (from: string, to: string) => promisify(execFile)("cp", ["-a", `${from}/.`, to]);

async function chooseParent(): Promise<string> {
  const room = await statfs(MEMORY_FILE_SYSTEM).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ROOM_BYTES ? MEMORY_FILE_SYSTEM : tmpdir();
}

/** Killed test runs cannot remove their own directories, and memory is scarce. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}
