import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock, findLockHolder } from "@nexby/process-lock";
import { Client } from "pg";
import { createCluster, createSecret, findSecret, passwordOf } from "./cluster.ts";
import { type LaunchedServer, launchServer, type ServerSite } from "./launch-server.ts";
import { preparePackagedBinaries } from "./packaged-binaries.ts";
import { assertReachable, chooseRunAs } from "./run-as.ts";
import { isServerProcessOf, keepLogSmall, lastLines, readLogSince, readPidFile } from "./server-processes.ts";

type Urls = {
  /** Connects as the role that owns the database and may create databases; not a superuser. */
  ownerUrl: string;
  /** Connects as the application's role, which owns nothing and needs grants on tables. */
  applicationUrl: string;
};

export type EmbeddedPostgres = Urls & {
  /** Resolves after stop(); rejects when the server exits on its own and cannot be kept running. */
  closed: Promise<void>;
  stop(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Holds the cluster, its secret, lock and log; created when missing. */
  directory: string;
  /** false trades safety against power loss for speed; only for tests and benchmarks. */
  durable: boolean;
  /** PostgreSQL's shared_buffers, 128 by default; raised for benchmarks with much data. */
  sharedBuffersMb?: number;
  /** Also accepts connections by a Unix socket in this folder, which cost less than TCP; for tests. */
  socketDirectory?: string;
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
    const shutdown = new AbortController();
    const launched = await launchServer(site, findFreePort, shutdown.signal);
    try {
      await ensureDatabase(launched.port, secret);
    } catch (error) {
      shutdown.abort();
      await launched.exited;
      throw error;
    }
    const stopShrinking = keepLogSmall(site.logFile, options.log);
    const closed = keepRunning(site, launched, shutdown.signal).finally(() => {
      stopShrinking();
      lock.release();
    });
    // A caller that ignores `closed` must not crash from its rejection.
    closed.catch(() => undefined);
    const stop = async () => {
      shutdown.abort();
      await closed.catch(() => undefined);
    };
    return { ...urlsOf(launched.port, secret), closed, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The URLs of a server that another process runs in this directory; null if none accepts connections. */
export async function findRunningPostgres(directory: string): Promise<Urls | null> {
  // Without a holder, a server that is still there belongs to a killed process and is about to be stopped.
  if (!findLockHolder(join(directory, "lock"))) return null;
  const cluster = join(directory, "cluster");
  const [server, secret] = [readPidFile(cluster), await findSecret(join(directory, "secret"))];
  if (!server?.isReady || secret === null || !isServerProcessOf(cluster, server.pid)) return null;
  return urlsOf(server.port, secret);
}

async function openDirectory(path: string): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  await mkdir(path, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
  // When running as root, the database user must be able to enter it, whatever the umask or existing mode.
  if (isRoot) await chmod(path, 0o711);
  return realpath(path);
}

async function prepareSite(
  directory: string,
  { durable, sharedBuffersMb = 128, socketDirectory, log }: EmbeddedPostgresOptions,
) {
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
    socketDirectory,
    log,
    logFile: join(directory, "postgres.log"),
  };

  const secretFile = join(directory, "secret");
  const existingSecret = await findSecret(secretFile);
  if (existsSync(cluster)) {
    if (existingSecret === null)
      throw new Error(`The database's password is missing: ${secretFile} belongs to ${cluster}.`);
    return { site, secret: existingSecret };
  }
  // Stored first: without its secret, a cluster would be locked out for good.
  const secret = existingSecret ?? (await createSecret(secretFile));
  log(`Creating a database in ${directory}${runAs ? ` (PostgreSQL runs as ${runAs.name})` : ""}.`);
  const password = passwordOf(SUPERUSER, secret);
  await createCluster({ directory, cluster, bin, runAs, superuser: SUPERUSER, password, durable });
  return { site, secret };
}

const SUPERUSER = "postgres";
const OWNER = "nexby";
const APPLICATION = "nexby_app";

/** Creates whatever is missing of the two roles and the database: a data directory may predate one of them. */
async function ensureDatabase(port: number, secret: string): Promise<void> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: SUPERUSER,
    password: passwordOf(SUPERUSER, secret),
    database: "postgres",
  });
  // Without a listener, a lost connection would crash the process; the query in flight rejects anyway.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows: roles } = await client.query<{ rolname: string }>("select rolname from pg_roles");
    const create = async (role: string, attributes: string) => {
      if (roles.some(({ rolname }) => rolname === role)) return;
      const password = client.escapeLiteral(passwordOf(role, secret));
      await client.query(`create role ${role} login ${attributes} password ${password}`);
    };
    await create(OWNER, "createdb");
    await create(APPLICATION, "nocreatedb");
    const { rowCount: databases } = await client.query("select from pg_database where datname = $1", [OWNER]);
    if (!databases) await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}

function urlsOf(port: number, secret: string): Urls {
  const urlOf = (role: string) => `postgres://${role}:${passwordOf(role, secret)}@127.0.0.1:${port}/${OWNER}`;
  return { ownerUrl: urlOf(OWNER), applicationUrl: urlOf(APPLICATION) };
}

// Below the ephemeral port range: an outgoing connection could take our port while the server restarts, and a
// reconnecting client could even connect to itself.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
const PORT_ATTEMPTS = 100;

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port for the database was found between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ port, host: "127.0.0.1", exclusive: true }), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 100;

/**
 * Restarts the server when it exits on its own, on the same port so that connection pools can reconnect. Returns once
 * it exited because `shutdown` was aborted; throws when it keeps failing.
 */
async function keepRunning(site: ServerSite, first: LaunchedServer, shutdown: AbortSignal): Promise<void> {
  const { port } = first;
  let restarts: number[] = [];
  let outcome = await first.exited;
  while (!shutdown.aborted) {
    restarts = restarts.filter((at) => at > Date.now() - RESTART_WINDOW_MS);
    if (restarts.length >= MAX_RESTARTS) throw tooManyRestarts(site, outcome);
    site.log(`The database server ended by itself (${outcome}); starting it again.`);
    // Aborting cuts the wait short.
    await sleep(FIRST_DELAY_MS * 2 ** restarts.length, undefined, { signal: shutdown }).catch(() => undefined);
    if (shutdown.aborted) return;
    restarts.push(Date.now());
    outcome = await restartOnce(site, port, shutdown);
  }
}

async function restartOnce(site: ServerSite, port: number, shutdown: AbortSignal): Promise<string> {
  try {
    const { exited } = await launchServer(site, () => port, shutdown);
    if (!shutdown.aborted) site.log("The database server is back.");
    return await exited;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function tooManyRestarts(site: ServerSite, outcome: string): Error {
  return new Error(
    `The database server ended ${MAX_RESTARTS + 1} times within a minute, at last with: ${outcome}. ` +
      `The last lines of ${site.logFile}:\n${lastLines(readLogSince(site.logFile, 0))}`,
  );
}
