import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { chooseRunAs } from "./run-as.ts";
import { listServerProcessesOf, pidFileOf, readPidFile } from "./server-processes.ts";
import { useStartedClusters } from "./testing/cluster-directory.ts";
import { endOwners, eventually, listProcessesIn, type OwnerProcess, useOwners } from "./testing/owner-process.ts";

const { makeStartedCluster } = useStartedClusters();
const { spawnOwner } = useOwners();
let directory: string;
let cluster: string;
let server: EmbeddedPostgres | undefined;
let pool: Pool | undefined;
let messages: string[];

beforeEach(async () => {
  directory = await makeStartedCluster("killed");
  cluster = join(directory, "cluster");
  messages = [];
});

afterEach(async () => {
  await endOwners();
  await pool?.end();
  await server?.stop();
  server = pool = undefined;
  await rm(directory, { recursive: true, force: true });
});

async function start({ durable = false } = {}): Promise<Pool> {
  server = await startEmbeddedPostgres({ directory, durable, log: (message) => messages.push(message) });
  pool = new Pool({ connectionString: server.ownerUrl });
  pool.on("error", () => undefined);
  return pool;
}

function serverPid(): number {
  return readPidFile(cluster)?.pid ?? Number.NaN;
}

async function expectEveryAcknowledgedRow(owner: OwnerProcess): Promise<void> {
  const { rows } = await (await start({ durable: true })).query("select id from written order by id");
  const stored = rows.map(({ id }) => id);
  const acknowledged = owner.acknowledged();
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(stored.length - acknowledged.length, "at most the row whose acknowledgment was in flight").toBeLessThanOrEqual(
    1,
  );
}

if (process.platform === "linux")
  describe("when the owner is killed in the middle of writing", () => {
    it("the guard stops the server, and the next start has every acknowledged row", async () => {
      const owner = spawnOwner(directory);
      await eventually("100 rows", () => owner.acknowledged().length > 100);
      expect(listProcessesIn(cluster).length).toBeGreaterThan(2);
      owner.child.kill("SIGKILL");
      await owner.exited;
      await eventually("no process is left", () => listProcessesIn(cluster).length === 0);
      expect(await readFile(join(directory, "postgres.log"), "utf8")).toMatch(/database system is shut down\n$/);
      await expectEveryAcknowledgedRow(owner);
    });

    it("an immediate restart waits for the old server", async () => {
      const owner = spawnOwner(directory);
      await eventually("100 rows", () => owner.acknowledged().length > 100);
      owner.child.kill("SIGKILL");
      await owner.exited;
      await expectEveryAcknowledgedRow(owner);
    });

    it("when the owner and its guard are killed in the middle of writing, the next start stops the orphaned server first", async () => {
      const owner = spawnOwner(directory);
      await eventually("100 rows", () => owner.acknowledged().length > 100);
      const orphan = serverPid();
      for (const { pid, program } of listProcessesIn(cluster)) if (program !== "postgres") process.kill(pid, "SIGKILL");
      owner.child.kill("SIGKILL");
      await owner.exited;
      expect(listServerProcessesOf(cluster)).toContain(orphan);
      await expectEveryAcknowledgedRow(owner);
      expect(messages).toEqual([expect.stringContaining(`process ${orphan}`)]);
      expect(listServerProcessesOf(cluster)).not.toContain(orphan);
    });

    it("when the owner, its guard and its server are killed in the middle of writing, the next start waits for the remaining processes and recovers", async () => {
      const owner = spawnOwner(directory);
      await eventually("100 rows", () => owner.acknowledged().length > 100);
      for (const { pid, program } of listProcessesIn(cluster)) {
        if (program !== "postgres" || pid === serverPid()) process.kill(pid, "SIGKILL");
      }
      owner.child.kill("SIGKILL");
      await owner.exited;
      await expectEveryAcknowledgedRow(owner);
    });
  });

describe("a pid file that names another program", () => {
  const received: string[] = [];
  const recordSignal = (signal: string) => received.push(signal);

  beforeEach(async () => {
    await start();
    await pool?.query("create table kept as select 1 as one");
    await pool?.end();
    await server?.stop();
  });

  async function expectStartWithPidFile(firstLine: string): Promise<void> {
    await writeFile(pidFileOf(cluster), `${firstLine}\n${cluster}\n1\n5432\n\n127.0.0.1\n  1 1\nready\n`);
    await chmod(pidFileOf(cluster), 0o644);
    expect((await (await start()).query("select one from kept")).rows).toEqual([{ one: 1 }]);
  }

  it("a pid file that names another program does not block the start, and this test's own process receives no signal", async () => {
    for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM"] as const) process.on(signal, recordSignal);
    await expectStartWithPidFile(String(process.pid));
    for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM"] as const) process.off(signal, recordSignal);
    expect(received).toEqual([]);
  });

  it("a pid file that names another program does not block the start when that program runs as the database user, and leaves it running", async () => {
    const { uid, gid } = chooseRunAs(cluster) ?? {};
    const bystander = spawn("sleep", ["60"], { uid, gid, cwd: "/", stdio: "ignore" });
    await once(bystander, "spawn");
    await expectStartWithPidFile(String(bystander.pid));
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    bystander.kill();
    await once(bystander, "exit");
  });

  it("a pid file that names another program does not block the start when it contains no pid", async () => {
    await expectStartWithPidFile("");
  });
});

describe("when the server is killed under a running owner", () => {
  it("when the server is killed under a running owner, it restarts on the same port and the pool reconnects", async () => {
    const connections = await start({ durable: true });
    await connections.query("create table kept as select 1 as one");
    const first = serverPid();
    process.kill(first, "SIGKILL");
    await eventually("the server is back", async () => {
      const { rows } = await connections.query("select one from kept").catch(() => ({ rows: [] }));
      // A backend of the killed server may still respond for a moment.
      return rows.length === 1 && serverPid() !== first;
    });
    expect(messages).toContain("The database server ended by itself (ended by SIGKILL); starting it again.");
  });

  it("when the server is killed repeatedly, the owner gives up with a readable error and releases the lock", async () => {
    await start();
    const { closed, stop } = server ?? expect.unreachable();
    let outcome: unknown;
    const settled = closed.catch((error) => {
      outcome = error;
    });
    const killed: number[] = [];
    await eventually("it gives up", () => {
      const pidFile = readPidFile(cluster);
      if (pidFile?.isReady && !killed.includes(pidFile.pid)) {
        killed.push(pidFile.pid);
        process.kill(pidFile.pid, "SIGKILL");
      }
      return outcome !== undefined;
    });
    await settled;
    expect(killed).toHaveLength(6);
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/ended 6 times within a minute.*postgres\.log:\n/s),
    });
    await stop();
    await start();
  });

  it("stop() cancels the pending restart", async () => {
    await start();
    process.kill(serverPid(), "SIGKILL");
    await eventually("the exit is noticed", () => messages.some((message) => message.includes("by itself")));
    await server?.stop();
    await server?.closed;
    await eventually("no process is left", () => listServerProcessesOf(cluster).length === 0);
  });
});
