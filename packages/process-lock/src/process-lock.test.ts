import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireLock, findLockHolder, waitForLock } from "./process-lock.mjs";

const LIBRARY = new URL("./process-lock.mjs", import.meta.url).href;

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "process-lock-"));
  path = join(folder, "lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = (body: string) => [
  "--input-type=module",
  "-e",
  `import { acquireLock, waitForLock } from ${JSON.stringify(LIBRARY)};
   import { appendFileSync } from "node:fs";
   import { setTimeout as sleep } from "node:timers/promises";
   const [path, journal] = process.argv.slice(1);
   ${body}`,
  path,
  join(folder, "journal"),
];

function leaveLockOfDeadProcess() {
  const { status } = spawnSync(process.execPath, script(`process.exit(acquireLock(path, "dying").ok ? 7 : 1);`));
  expect(status).toBe(7);
}

function expectTakenOver() {
  const lock = acquireLock(path, "heir");
  expect(lock.ok).toBe(true);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid, purpose: "heir" });
  expect(readdirSync(folder)).toEqual(["lock"]);
}

describe("acquireLock", () => {
  it("acquireLock creates the lock file, and release removes it", () => {
    const lock = acquireLock(join(folder, "not", "yet", "there", "lock"), "first");
    if (!lock.ok) throw new Error("refused");
    expect(readdirSync(join(folder, "not/yet/there"))).toEqual(["lock"]);
    lock.release();
    lock.release();
    expect(readdirSync(join(folder, "not/yet/there"))).toEqual([]);
  });

  it("acquireLock can be looked up without being acquired", () => {
    expect(findLockHolder(path)).toBeNull();
    leaveLockOfDeadProcess();
    expect(findLockHolder(path)).toBeNull();
    acquireLock(path, "heir");
    expect(findLockHolder(path)).toEqual({ pid: process.pid, purpose: "heir", since: expect.any(String) });
  });

  it("acquireLock fails while the owner is running, names the owner and leaves no trace", async () => {
    const owner = spawn(
      process.execPath,
      script(`acquireLock(path, "install"); console.log("held"); await sleep(60_000);`),
    );
    await once(owner.stdout, "data");
    const before = readFileSync(path, "utf8");

    const lock = acquireLock(path, "second");

    expect(lock).toEqual({ ok: false, holder: { pid: owner.pid, purpose: "install", since: expect.any(String) } });
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readdirSync(folder)).toEqual(["lock"]);
    owner.kill("SIGKILL");
    await once(owner, "exit");
    expectTakenOver();
  });

  it("acquireLock fails when this process already holds the lock", () => {
    expect(acquireLock(path, "once").ok).toBe(true);
    expect(acquireLock(path, "twice")).toMatchObject({ ok: false, holder: { pid: process.pid, purpose: "once" } });
  });

  it("acquireLock takes over from a dead owner", () => {
    leaveLockOfDeadProcess();
    expectTakenOver();
  });

  it("acquireLock takes over when the pid now belongs to another process", () => {
    const lock = acquireLock(path, "earlier");
    const record = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...record, identity: `${record.identity}0` }));
    expectTakenOver();
    if (lock.ok) lock.release();
    expect(readdirSync(folder), "the previous owner must not remove the new owner's lock").toEqual(["lock"]);
  });

  it.each(["", "garbage", "{}", "null", '{"pid":-1,"purpose":"","since":"","identity":"","token":""}'])(
    "acquireLock takes over a lock that contains %j",
    (content) => {
      writeFileSync(path, content);
      expectTakenOver();
    },
  );

  it("acquireLock takes over from an owner that died during its own takeover", () => {
    leaveLockOfDeadProcess();
    const killedBeforeReplacing = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      fs.renameSync = () => process.kill(process.pid, "SIGKILL");
      syncBuiltinESMExports();
      const { acquireLock } = await import(${JSON.stringify(LIBRARY)});
      acquireLock(process.argv[1], "unlucky");`;
    for (let generation = 0; generation < 3; generation += 1) {
      const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", killedBeforeReplacing, path]);
      expect(signal).toBe("SIGKILL");
    }
    expect(readdirSync(folder).length).toBeGreaterThan(3);
    expectTakenOver();
  });

  it("acquireLock admits exactly one of 20 racing processes at a time, each of which leaves a stale lock", async () => {
    leaveLockOfDeadProcess();
    const racers = Array.from({ length: 20 }, () =>
      spawn(
        process.execPath,
        script(`
          process.stdin.resume();
          console.log("ready");
          await new Promise((resolve) => process.stdin.once("data", resolve));
          for (;;) {
            if (acquireLock(path, "race").ok) break;
            await sleep(1);
          }
          appendFileSync(journal, "start " + process.pid + "\\n");
          await sleep(10);
          appendFileSync(journal, "end " + process.pid + "\\n");
          process.kill(process.pid, "SIGKILL");`),
      ),
    );
    await Promise.all(racers.map((racer) => once(racer.stdout, "data")));
    const ends = racers.map((racer) => once(racer, "exit"));
    for (const racer of racers) racer.stdin.write("go\n");
    await Promise.all(ends);

    const lines = readFileSync(join(folder, "journal"), "utf8").trim().split("\n");
    const starts = lines.filter((_, index) => index % 2 === 0).map((line) => line.replace("start ", ""));
    expect(lines).toEqual(starts.flatMap((pid) => [`start ${pid}`, `end ${pid}`]));
    expect(starts.map(Number).sort()).toEqual(racers.map((racer) => racer.pid ?? 0).sort());
  });
});

describe("waitForLock", () => {
  it("waitForLock waits for the owner, reports it once, and gets the lock when it is released", async () => {
    const first = acquireLock(path, "slow install");
    const waitedFor: string[] = [];
    const second = waitForLock(path, "second", {
      onWait: (holder) => {
        waitedFor.push(holder.purpose);
        setTimeout(() => first.ok && first.release(), 250);
      },
    });
    expect((await second).ok).toBe(true);
    expect(waitedFor).toEqual(["slow install"]);
  });
});
