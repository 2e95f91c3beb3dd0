import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "@nexby/process-lock";
import { Client } from "pg";
import { createCluster, createSecret, findSecret, passwordOf } from "./cluster.ts";
import { type LaunchedServer, launchServer, type ServerSite } from "./launch-server.ts";
import { preparePackagedBinaries } from "./packaged-binaries.ts";
import { assertReachable, chooseRunAs } from "./run-as.ts";
import { keepLogSmall, lastLines, readLogSince } from "./server-processes.ts";

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

const SUPERUSER = "postgres";
const OWNER = "nexby";
const APPLICATION = "nexby_app";

/** Creates the two roles and the database, as far as they are missing: a data directory may be older than one of them. */
async function ensureDatabase(port: number, secret: string): Promise<void> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: SUPERUSER,
    password: passwordOf(SUPERUSER, secret),
    database: "postgres",
  });
  // Without a listener a lost connection would end the process; the query in flight fails as well.
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

function urlsOf(port: number, secret: string): { ownerUrl: string; applicationUrl: string } {
  const urlOf = (role: string) => `postgres://${role}:${passwordOf(role, secret)}@127.0.0.1:${port}/${OWNER}`;
  return { ownerUrl: urlOf(OWNER), applicationUrl: urlOf(APPLICATION) };
}

// Below the ports that systems hand out to outgoing connections: one of those could take ours while the server
// restarts, and a client that keeps trying to reconnect could even meet itself there.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const ATTEMPTS = 100;

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port for the database was found between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
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
const WITHIN_MS = 60_000;
const FIRST_DELAY_MS = 100;

/**
 * Restarts a server that ends by itself, on the same port so that connection pools find it again.
 * Returns once it ended because `ending` was aborted; throws when it keeps failing.
 */
async function keepRunning(site: ServerSite, first: LaunchedServer, ending: AbortSignal): Promise<void> {
  const { port } = first;
  let restarts: number[] = [];
  let outcome = await first.exited;
  while (!ending.aborted) {
    restarts = restarts.filter((at) => at > Date.now() - WITHIN_MS);
    if (restarts.length >= MAX_RESTARTS) throw giveUp(site, outcome);
    site.log(`The database server ended by itself (${outcome}); starting it again.`);
    // An abort cuts the wait short, and the loop ends.
    await sleep(FIRST_DELAY_MS * 2 ** restarts.length, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) return;
    restarts.push(Date.now());
    outcome = await runAgain(site, port, ending);
  }
}

async function runAgain(site: ServerSite, port: number, ending: AbortSignal): Promise<string> {
  try {
    const { exited } = await launchServer(site, () => port, ending);
    if (!ending.aborted) site.log("The database server is back.");
    return await exited;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function giveUp(site: ServerSite, outcome: string): Error {
  return new Error(
    `The database server ended ${MAX_RESTARTS + 1} times within a minute, at last with: ${outcome}. ` +
      `The last lines of ${site.logFile}:\n${lastLines(readLogSince(site.logFile, 0))}`,
  );
}
