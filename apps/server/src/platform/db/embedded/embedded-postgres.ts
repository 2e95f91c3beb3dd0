import { existsSync } from "node:fs";
import { chmod, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { acquireLock } from "@nexby/process-lock";
import { createCluster } from "./create-cluster.ts";
import { ensureDatabase, SUPERUSER, urlsOf } from "./ensure-database.ts";
import { findFreePort } from "./free-port.ts";
import { keepRunning } from "./keep-running.ts";
import { launchServer, type ServerSite } from "./launch-server.ts";
import { preparePackagedBinaries } from "./packaged-binaries.ts";
import { assertReachable, chooseRunAs } from "./run-as.ts";
import { keepLogSmall } from "./server-log.ts";
import { createSecret, findSecret, passwordOf } from "./superuser-secret.ts";

export type EmbeddedPostgres = {
  /** For the role that owns the database and may create others, but is no superuser. */
  ownerUrl: string;
  /** For the role the application works as. It owns nothing: what it may do with a table it is granted. */
  applicationUrl: string;
  /** Resolves after stop(); rejects when the server ended by itself and could not be kept running. */
  closed: Promise<void>;
  stop(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Holds the cluster and what belongs to it; created when missing. */
  directory: string;
  /** false trades safety against power loss for speed: for tests only. */
  durable: boolean;
  /** What it keeps in memory of its own; for measurements with much data. */
  sharedBuffersMb?: number;
  log: (message: string) => void;
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = await openDirectory(options.directory);
  const lock = acquireLock(join(directory, "lock"), "database server");
  if (!lock.ok) {
    throw new Error(
      `The database in ${directory} is in use by process ${lock.holder.pid} (since ${lock.holder.since}); stop it first.`,
    );
  }
  try {
    const { site, secret } = await prepareSite(directory, options);
    const ending = new AbortController();
    const launched = await launchServer(site, findFreePort, ending.signal);
    try {
      await ensureDatabase(launched.port, secret);
    } catch (error) {
      ending.abort();
      await launched.exited;
      throw error;
    }
    const stopShrinking = keepLogSmall(site.logFile, options.log);
    const closed = keepRunning(site, launched, ending.signal).finally(() => {
      stopShrinking();
      lock.release();
    });
    // Whoever does not watch `closed` must not be ended by it.
    closed.catch(() => undefined);
    const stop = async () => {
      ending.abort();
      await closed.catch(() => undefined);
    };
    return { ...urlsOf(launched.port, secret), closed, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openDirectory(path: string): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  await mkdir(path, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
  // As root another user has to pass through it, whatever the umask or the mode it was made with.
  if (isRoot) await chmod(path, 0o711);
  return realpath(path);
}

async function prepareSite(directory: string, { durable, sharedBuffersMb = 128, log }: EmbeddedPostgresOptions) {
  const cluster = join(directory, "cluster");
  const runAs = chooseRunAs(cluster);
  assertReachable(directory, runAs);
  const bin = await preparePackagedBinaries(runAs);
  const site: ServerSite = {
    bin,
    cluster,
    runAs,
    durable,
    sharedBuffersMb,
    log,
    logFile: join(directory, "postgres.log"),
  };

  const secretFile = join(directory, "secret");
  const known = await findSecret(secretFile);
  if (existsSync(cluster)) {
    if (known === null) throw new Error(`The database's password is missing: ${secretFile} belongs to ${cluster}.`);
    return { site, secret: known };
  }
  // Stored first: a cluster without its secret would be locked for good.
  const secret = known ?? (await createSecret(secretFile));
  log(`Creating a database in ${directory}${runAs ? ` (PostgreSQL runs as ${runAs.name})` : ""}.`);
  const password = passwordOf(SUPERUSER, secret);
  await createCluster({ directory, cluster, bin, runAs, superuser: SUPERUSER, password, durable });
  return { site, secret };
}
