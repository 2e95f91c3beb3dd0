import { once } from "node:events";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { passwordOf } from "./cluster.ts";
import {
  type EmbeddedPostgres,
  findFreePort,
  findRunningPostgres,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
import { launchServer, type ServerSite } from "./launch-server.ts";
import { preparePackagedBinaries } from "./packaged-binaries.ts";
import { chooseRunAs } from "./run-as.ts";
import { makeClusterDirectory, useStartedClusters } from "./testing/cluster-directory.ts";
import { endOwners, eventually, listProcessesIn, useOwners } from "./testing/owner-process.ts";

const SAFETY_SWITCHES =
  "select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')";

const { makeStartedCluster } = useStartedClusters();
const { spawnOwner } = useOwners();
let directory: string;
let cluster: string;
let server: EmbeddedPostgres | undefined;

async function use(made: Promise<string>): Promise<void> {
  directory = await made;
  cluster = join(directory, "cluster");
}

afterEach(async () => {
  await endOwners();
  await server?.stop();
  server = undefined;
  await rm(directory, { recursive: true, force: true });
});

async function start(options: { durable?: boolean } = {}): Promise<string> {
  server = await startEmbeddedPostgres({ directory, durable: false, log: () => undefined, ...options });
  return server.ownerUrl;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function superuserUrl(url: string): Promise<string> {
  const secret = (await readFile(join(directory, "secret"), "utf8")).trim();
  return Object.assign(new URL(url), {
    username: "postgres",
    password: passwordOf("postgres", secret),
    pathname: "/postgres",
  }).href;
}

describe("the first start", () => {
  beforeEach(() => use(makeClusterDirectory("embedded")));

  it("the first start gives a non-superuser role its own database and keeps its data across a restart", async () => {
    let url = await start();
    await query(url, "create table kept (word text)");
    await query(url, "insert into kept values ('Café')");
    await server?.stop();
    url = await start();
    expect(await query(url, "select lower(word) as word from kept")).toEqual([{ word: "café" }]);
    expect(
      await query(
        url,
        `select current_user, current_database(), pg_get_userbyid(datdba) as owner, rolsuper, rolcreatedb, rolcreaterole
         from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
      ),
    ).toEqual([
      {
        current_user: "nexby",
        current_database: "nexby",
        owner: "nexby",
        rolsuper: false,
        rolcreatedb: true,
        rolcreaterole: false,
      },
    ]);
  });

  it("the first start cleans up after an initdb that was killed", async () => {
    const owner = spawnOwner(directory);
    await eventually("initdb runs", async () =>
      (await readdir(directory)).some((name) => name.startsWith("initialising-")),
    );
    owner.child.kill("SIGKILL");
    await owner.exited;
    expect(await readdir(directory)).not.toContain("cluster");
    expect(await query(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
    expect((await readdir(directory)).sort()).toEqual(["cluster", "lock", "postgres.log", "secret"]);
  });

  it("the first start lets one of two concurrent first starts win", async () => {
    const owners = [spawnOwner(directory), spawnOwner(directory)];
    await eventually("one works and one is rejected", () => {
      const [first, second] = owners.map((owner) => [owner.acknowledged().length > 0, owner.errors()] as const);
      return Boolean((first?.[0] && second?.[1]) || (second?.[0] && first?.[1]));
    });
    const loser = owners.find((owner) => owner.errors() !== "");
    expect(loser?.errors()).toMatch(/is in use by process \d+/);
    expect(loser?.acknowledged()).toEqual([]);
    for (const owner of owners) owner.child.kill("SIGKILL");
    await Promise.all(owners.map((owner) => owner.exited));
    await start();
  });
});

describe("a later start", () => {
  beforeEach(() => use(makeStartedCluster("embedded")));

  it("a later start provides extensions the owner may create, UTF-8, UTC and PostgreSQL's durability settings", async () => {
    const url = await start({ durable: true });
    for (const extension of ["btree_gist", "pg_trgm", "pgcrypto", "unaccent", "citext"]) {
      await query(url, `create extension ${extension}`);
    }
    expect(
      await query(
        url,
        `select current_setting('timezone') as zone, current_setting('server_encoding') as encoding,
           similarity('Café', 'CAFÉ') as alike, 'Zebra' < 'apple' as is_code_point_order`,
      ),
    ).toEqual([{ zone: "UTC", encoding: "UTF8", alike: 1, is_code_point_order: true }]);
    expect(await query(url, SAFETY_SWITCHES)).toEqual(Array(3).fill({ setting: "on" }));
  });

  it("a later start rejects connections without the password or from any address but 127.0.0.1", async () => {
    await start();
    await expectPasswordNeeded();
    await expectLoopbackOnly();
  });

  async function expectPasswordNeeded(): Promise<void> {
    const url = new URL(server?.ownerUrl ?? "");
    url.password = "guess";
    await expect(query(url.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
    url.username = "postgres";
    url.password = new URL(server?.ownerUrl ?? "").password;
    await expect(query(url.href, "select 1"), "the owner's password is not the superuser's").rejects.toMatchObject({
      code: "28P01",
    });
    expect((await stat(join(directory, "secret"))).mode & 0o777).toBe(0o600);
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  }

  async function expectLoopbackOnly(): Promise<void> {
    const url = server?.ownerUrl ?? "";
    expect(await query(url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect(await query(await superuserUrl(url), "show unix_socket_directories")).toEqual([
      { unix_socket_directories: "" },
    ]);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== "127.0.0.1" && !address.startsWith("fe80"));
    for (const host of ["127.0.0.2", ...others]) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host, port: Number(new URL(url).port), timeout: 2_000 });
        socket.once("connect", () => resolve("connected"));
        socket.once("timeout", () => resolve("timeout"));
        socket.once("error", () => resolve("refused"));
        socket.once("close", () => resolve("closed"));
      });
      expect(outcome, host).not.toBe("connected");
    }
  }

  it("a later start finishes a database creation that was interrupted after initdb", async () => {
    const url = await start();
    await query(await superuserUrl(url), "drop database nexby");
    await server?.stop();
    expect(await query(await start(), "select current_database() as name")).toEqual([{ name: "nexby" }]);
    await query(await superuserUrl(server?.ownerUrl ?? ""), "drop database nexby");
    await query(await superuserUrl(server?.ownerUrl ?? ""), "drop role nexby");
    await server?.stop();
    expect(await query(await start(), "select current_user as name")).toEqual([{ name: "nexby" }]);
  });

  it("a later start gives the application a role that owns nothing, even in a directory that predates the role", async () => {
    const asApplication = () =>
      query(
        server?.applicationUrl ?? "",
        `select current_user, current_database(), rolsuper, rolcreatedb, rolcreaterole, pg_has_role('nexby', 'member') as is_owner
         from pg_roles where rolname = current_user`,
      );
    const applicationRole = {
      current_user: "nexby_app",
      current_database: "nexby",
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      is_owner: false,
    };
    const url = await start();
    expect(await asApplication()).toEqual([applicationRole]);
    await expect(query(server?.applicationUrl ?? "", "create table own (id int)")).rejects.toMatchObject({
      code: "42501",
    });
    await query(url, "create table kept as select 1 as one");
    await query(await superuserUrl(url), "drop role nexby_app");
    await server?.stop();
    expect(await query(await start(), "select one from kept")).toEqual([{ one: 1 }]);
    expect(await asApplication()).toEqual([applicationRole]);
  });

  it("a later start rejects a directory that another process is using and leaves it untouched", async () => {
    const owner = spawnOwner(directory);
    await eventually("the owner's first row", () => owner.acknowledged().length > 0);
    const before = await readdir(directory);
    await expect(start()).rejects.toThrow(
      new RegExp(`^The database in ${directory} is in use by process ${owner.child.pid} `),
    );
    expect(await readdir(directory)).toEqual(before);
    const rows = owner.acknowledged().length;
    await eventually("the owner continues undisturbed", () => owner.acknowledged().length > rows + 10);
    owner.child.kill("SIGKILL");
    await owner.exited;
    expect(owner.lines.filter((line) => /by itself/.test(line))).toEqual([]);
    await start();
  });

  it("a later start can be found by another process while it runs, and not before or after", async () => {
    expect(await findRunningPostgres(directory)).toBeNull();
    const owner = spawnOwner(directory);
    await eventually("the owner's first row", () => owner.acknowledged().length > 0);
    const { ownerUrl = "", applicationUrl = "" } = (await findRunningPostgres(directory)) ?? {};
    expect(await query(ownerUrl, "select current_user as role")).toEqual([{ role: "nexby" }]);
    expect(await query(applicationUrl, "select current_user as role")).toEqual([{ role: "nexby_app" }]);
    owner.child.kill("SIGKILL");
    await owner.exited;
    expect(await findRunningPostgres(directory)).toBeNull();
  });

  it("a later start includes PostgreSQL's own messages in the error when it cannot start", async () => {
    await start();
    await server?.stop();
    await writeFile(join(cluster, "postgresql.auto.conf"), "shared_buffers = 'plenty'\nnonsense = 1\n");
    await expect(start()).rejects.toThrow(/did not start \(exit code 1\).*postgres\.log:\n.*nonsense/s);
    expect(await readdir(directory), "the lock is released").not.toContain("lock");
  });
});

describe("stop", () => {
  beforeEach(() => use(makeStartedCluster("embedded")));

  it("stop can be called twice and leaves no process or lock behind", async () => {
    await start();
    const stopping = [server?.stop(), server?.stop()];
    await Promise.all(stopping);
    await server?.closed;
    expect(await readdir(directory)).not.toContain("lock");
    expect(await readdir(cluster)).not.toContain("postmaster.pid");
  });

  if (process.platform === "linux")
    it("stop also ends the guard process, and works after the guard was killed", async () => {
      await start();
      expect(listProcessesIn(cluster).length).toBeGreaterThan(2);
      await server?.stop();
      await eventually("no process is left", () => listProcessesIn(cluster).length === 0);

      await start();
      const guard = listProcessesIn(cluster).filter(({ program }) => program !== "postgres");
      expect(guard).toHaveLength(1);
      for (const { pid } of guard) process.kill(pid, "SIGKILL");
      await server?.stop();
      await eventually("no process is left", () => listProcessesIn(cluster).length === 0);
    });
});

describe("the launch of its server", () => {
  let site: ServerSite;

  beforeEach(async () => {
    await use(makeStartedCluster("embedded"));
    const runAs = chooseRunAs(cluster);
    const bin = await preparePackagedBinaries(runAs);
    const settings = { durable: false, sharedBuffersMb: 128, log: () => undefined };
    site = { bin, cluster, runAs, ...settings, logFile: join(directory, "postgres.log") };
  });

  it("the launch of its server tries another port when the chosen one has been taken in the meantime", async () => {
    const otherServer = createServer().listen(0, "127.0.0.1");
    await once(otherServer, "listening");
    const taken = (otherServer.address() as AddressInfo).port;
    const free = await findFreePort();
    const ports = [taken, free];
    const shutdown = new AbortController();

    const launched = await launchServer(site, () => ports.shift() ?? expect.unreachable(), shutdown.signal);

    expect(launched.port).toBe(free);
    shutdown.abort();
    expect(await launched.exited).toBe("exit code 0");
    otherServer.close();
  });

  it("the launch of its server stops when it is aborted before the server is ready", async () => {
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
});
