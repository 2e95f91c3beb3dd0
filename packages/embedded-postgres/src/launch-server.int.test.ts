import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findFreePort, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { launchServer, type ServerSite } from "./launch-server.ts";
import { preparePackagedBinaries } from "./packaged-binaries.ts";
import { chooseRunAs } from "./run-as.ts";

let directory: string;
let site: ServerSite;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "nexby-launch-"));
  const log = () => undefined;
  await (await startEmbeddedPostgres({ directory, durable: false, log })).stop();
  const cluster = join(directory, "cluster");
  const runAs = chooseRunAs(cluster);
  const bin = await preparePackagedBinaries(runAs);
  site = { bin, cluster, runAs, durable: false, sharedBuffersMb: 128, log, logFile: join(directory, "postgres.log") };
});

afterEach(() => rm(directory, { recursive: true, force: true }));

it("tries another port when the chosen one has been taken in the meantime", async () => {
  const otherServer = createServer().listen(0, "127.0.0.1");
  await once(otherServer, "listening");
  const taken = (otherServer.address() as AddressInfo).port;
  const free = await findFreePort();
  const ports = [taken, free];
  const shutdown = new AbortController();

  const server = await launchServer(site, () => ports.shift() ?? expect.unreachable(), shutdown.signal);

  expect(server.port).toBe(free);
  shutdown.abort();
  expect(await server.exited).toBe("exit code 0");
  otherServer.close();
});

it("stops a launch that is aborted before the server is ready", async () => {
  const shutdown = new AbortController();
  const launch = launchServer(
    site,
    async () => {
      setTimeout(() => shutdown.abort(), 0);
      return findFreePort();
    },
    shutdown.signal,
  );
  const outcome = await launch.then(
    ({ exited }) => exited,
    (error: Error) => error.message,
  );
  expect(outcome).toMatch(/^exit code 0$|did not start/);
});
