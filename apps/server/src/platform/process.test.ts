import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { StorageFull } from "../adapters/storage/storage.port.ts";
import { ConfigError } from "./config.ts";
import { listeningUrl } from "./http/plain-page.ts";
import { assertCanListen, createKeeper, createPauses, createQueue, explain } from "./process.ts";

const withCode = (message: string, fields: object) => Object.assign(new Error(message), fields);

/** The message of a server that cannot listen here. */
const refusalAt = (where: { host: string; port: number }) => assertCanListen(where).then(() => "free", explain);

describe("a start that fails", () => {
  const HERE = "the disk is full. Free some space, or set DATA_DIR to a folder on another disk.";
  const ENOSPC = withCode("ENOSPC: no space left on device, write", { code: "ENOSPC" });

  test.each([
    ["a file", ENOSPC],
    ["a photo", new StorageFull("The disk is full", { cause: ENOSPC })],
    ["initdb", new Error("PostgreSQL could not create a database. It said: No space left on device")],
    ["a query", new DrizzleQueryError("insert", [], withCode("could not extend file", { code: "53100" }))],
  ])("a start that fails on a full disk, noticed by %s, names DATA_DIR", (_, error) => {
    expect(explain(error, {})).toBe(`Nexby could not start: ${HERE}`);
  });

  test("a start that fails on a database server with a full disk names DATABASE_URL", () => {
    const error = withCode("could not extend file", { code: "53100" });
    expect(explain(error, { DATABASE_URL: "postgres://db.example/nexby" })).toBe(
      "Nexby could not start: the disk of the database server in DATABASE_URL is full. Free some space there.",
    );
  });

  test("a start that fails in a query shows neither the query nor its values", () => {
    const error = new DrizzleQueryError("insert into users", ["hunter2"], new Error("out of memory"));
    expect(explain(error, {})).toBe("Nexby could not start: out of memory");
  });

  test("a start that fails for its settings shows only the list of settings", () => {
    expect(explain(new ConfigError("PORT must be a number"), {})).toBe("PORT must be a number");
  });

  test("a start that fails on a port in use names PORT, and on an address of another machine HOST", async () => {
    // The second one listens on all interfaces.
    for (const host of ["127.0.0.1", "0.0.0.0"]) {
      const taken = createServer().listen(0, host);
      await once(taken, "listening");
      const { port } = taken.address() as AddressInfo;
      expect(await refusalAt({ host: "127.0.0.1", port })).toBe(
        "Nexby could not start: the port is in use by another program. Set PORT to a free one, for example PORT=3001.",
      );
      taken.close();
      await once(taken, "close");
      expect(await refusalAt({ host: "127.0.0.1", port })).toBe("free");
    }
    expect(await refusalAt({ host: "192.0.2.1", port: 0 })).toMatch(/HOST is not an address of this machine/);
  });

  test("a start that fails on a port that needs more rights names PORT", () => {
    const error = withCode("listen EACCES", { code: "EACCES", syscall: "listen", port: 80 });
    expect(explain(error, {})).toMatch(/not allowed to open port 80\. Set PORT/);
  });
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://[::1]:3000"],
  ["nexby.local", "http://nexby.local:3000"],
])("a server that listens on %s can be opened at %s", (host, url) => {
  expect(listeningUrl(host, 3000)).toBe(url);
});

/** Tasks that finish on demand, and a list of those that have started. */
function bench(options: Parameters<typeof createQueue>[0]) {
  const inTurn = createQueue(options);
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const startTask = (name: string, taskOptions?: Parameters<typeof inTurn>[1]) =>
    inTurn(async () => {
      started.push(name);
      await new Promise<void>((resolve) => endings.set(name, resolve));
      return name;
    }, taskOptions);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    endings.get(name)?.();
    await settled();
  };
  return { inTurn, started, startTask, end, settled };
}

test("between two steps of long work, other events come first", async () => {
  const pause = createPauses();
  const happened: string[] = [];
  setImmediate(() => happened.push("a new connection"));
  await pause();
  expect(happened).toEqual(["a new connection"]);
});

describe("queue", () => {
  test("the queue runs more at once when its limit grows, and starts no more when it shrinks until others have ended", async () => {
    let atOnce = 2;
    const { started, startTask, end, settled } = bench({ atOnce: () => atOnce, mostWaiting: 10 });
    const tasks = ["a", "b", "c", "d", "e", "f"].map((name) => startTask(name));
    await settled();
    expect(started).toEqual(["a", "b"]);
    atOnce = 4;
    await end("a");
    expect(started).toEqual(["a", "b", "c", "d", "e"]);
    atOnce = 1;
    for (const name of ["b", "c", "d"]) {
      await end(name);
      expect(started).toHaveLength(5);
    }
    await end("e");
    expect(started.at(-1)).toBe("f");
    await end("f");
    await Promise.all(tasks);
  });

  test("the queue runs a limited number of tasks at once and the others in order", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 2, mostWaiting: 10 });
    const tasks = ["a", "b", "c", "d"].map((name) => startTask(name));
    await settled();
    expect(started).toEqual(["a", "b"]);
    await end("b");
    expect(started).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c", "d"]) await end(name);
    expect(await Promise.all(tasks)).toEqual(["a", "b", "c", "d"]);
  });

  test("the queue runs patient tasks after all others", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 1, mostWaiting: 10 });
    const tasks = [startTask("a"), startTask("patient", { isPatient: true }), startTask("b"), startTask("c")];
    await settled();
    for (const name of ["a", "b", "c", "patient"]) await end(name);
    await Promise.all(tasks);
    expect(started).toEqual(["a", "b", "c", "patient"]);
  });

  test("the queue lets waiting people take turns, patient ones too", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 1, mostWaiting: 10 });
    const start = (name: string, isPatient = false) => startTask(name, { person: name[0] ?? "", isPatient });
    const tasks = ["a1", "a2", "a3", "b1"].map((name) => start(name));
    tasks.push(...["a4", "a5", "c1"].map((name) => start(name, true)));
    await settled();
    const order = ["a1", "b1", "a2", "a3", "c1", "a4", "a5"];
    for (const name of order) await end(name);
    await Promise.all(tasks);
    expect(started).toEqual(order);
  });

  test("the queue lets a newcomer go before the people who just had a turn", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 2, mostWaiting: 10 });
    const tasks = ["a1", "a2", "a3", "a4"].map((name) => startTask(name, { person: "a" }));
    await settled();
    await end("a1");
    tasks.push(startTask("b1", { person: "b" }));
    for (const name of ["a2", "a3", "b1", "a4"]) await end(name);
    await Promise.all(tasks);
    expect(started).toEqual(["a1", "a2", "a3", "b1", "a4"]);
  });

  test("the queue rejects tasks beyond the waiting limit until there is room, but never patient ones", async () => {
    const { startTask, end, settled } = bench({ atOnce: 1, mostWaiting: 1 });
    const tasks = [startTask("a"), startTask("b"), startTask("patient", { isPatient: true })];
    await expect(startTask("c")).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
    await settled();
    await end("a");
    tasks.push(startTask("d"));
    for (const name of ["b", "d", "patient"]) await end(name);
    expect(await Promise.all(tasks)).toEqual(["a", "b", "patient", "d"]);
  });

  test("the queue runs the next task after one fails", async () => {
    const { inTurn } = bench({ atOnce: 1, mostWaiting: 1 });
    await expect(inTurn(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await inTurn(async () => "next")).toBe("next");
  });
});

describe("a kept result", () => {
  const counting = () => {
    let made = 0;
    return async () => ++made;
  };

  test("a kept result is made once for requests at the same time and later", async () => {
    const keep = createKeeper<number>({ most: 2 });
    const make = counting();
    expect(await Promise.all([keep("a", make), keep("a", make)])).toEqual([1, 1]);
    expect(await keep("a", make)).toBe(1);
  });

  test("a kept result is made again when its time is over", async () => {
    let time = 0;
    const keep = createKeeper<number>({ most: 2, forMs: 100, now: () => time });
    const make = counting();
    await keep("a", make);
    time = 99;
    expect(await keep("a", make)).toBe(1);
    time = 100;
    expect(await keep("a", make)).toBe(2);
  });

  test("a kept result makes room for more by dropping what was not read for longest", async () => {
    const keep = createKeeper<number>({ most: 2 });
    const make = counting();
    for (const key of ["a", "b", "a", "c"]) await keep(key, make);
    expect(await keep("a", make)).toBe(1);
    expect(await keep("b", make)).toBe(4);
  });

  test("a kept result is tried again by the next request if it could not be made", async () => {
    const keep = createKeeper<number>({ most: 2 });
    await expect(keep("a", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
    expect(await keep("a", counting())).toBe(1);
  });
});
