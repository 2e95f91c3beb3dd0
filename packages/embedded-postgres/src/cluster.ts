import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { RunAs } from "./run-as.ts";
import { spawnGuarded } from "./server-processes.ts";

const STAGING_PREFIX = "initialising-";

type NewCluster = {
  directory: string;
  cluster: string;
  bin: string;
  runAs: RunAs;
  superuser: string;
  password: string;
  durable: boolean;
};

/** Builds the cluster in a staging directory and renames it, so an existing cluster is always complete. */
export async function createCluster(options: NewCluster): Promise<void> {
  const { directory, cluster, runAs, password } = options;
  await removeAbandonedStaging(directory);
  const staging = await mkdtemp(join(directory, STAGING_PREFIX));
  try {
    const passwordFile = join(staging, "password");
    await writeFile(passwordFile, `${password}\n`, { flag: "wx", mode: 0o600 });
    if (runAs) {
      await chown(passwordFile, runAs.uid, runAs.gid);
      await chown(staging, runAs.uid, runAs.gid);
    }
    await runInitdb(options, staging, passwordFile);
    await rename(join(staging, "cluster"), cluster);
    if (options.durable) await syncFolder(directory);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function runInitdb(options: NewCluster, staging: string, passwordFile: string): Promise<void> {
  const initdb = spawnGuarded({
    command: join(options.bin, "initdb"),
    args: [
      `--pgdata=${join(staging, "cluster")}`,
      `--username=${options.superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // PostgreSQL's built-in locale sorts and folds case the same on every system. Features that still use the OS
      // locale (pg_trgm's notion of a letter) get the closest match: macOS has no C.UTF-8.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      `--locale=${process.platform === "darwin" ? "C" : "C.UTF-8"}`,
      "--no-instructions",
      ...(options.durable ? [] : ["--no-sync"]),
    ],
    cwd: staging,
    runAs: options.runAs,
    output: "pipe",
  });
  const { stdout, stderr } = initdb;
  if (!stdout || !stderr) throw new Error("initdb was started without pipes");
  const [outcome, ...printed] = await Promise.all([once(initdb, "close"), text(stdout), text(stderr)]);
  const [code, signal] = outcome;
  if (code !== 0) {
    throw new Error(
      `PostgreSQL could not create a database in ${options.directory} (initdb ended with ${signal ?? code}). ` +
        `It said: ${printed.join("\n").trim().split("\n").slice(-8).join("\n")}`,
    );
  }
}

/** Cleans up after killed starts. A directory that a stopping initdb still uses is left for the next start. */
async function removeAbandonedStaging(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(STAGING_PREFIX)) continue;
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

/** Derives each role's password from one secret; knowing the application's does not reveal the superuser's. */
export const passwordOf = (role: string, secret: string): string =>
  createHmac("sha256", secret).update(role).digest("hex");

export async function findSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function createSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString("hex");
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return secret;
}
