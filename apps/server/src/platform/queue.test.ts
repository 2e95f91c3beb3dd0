import { describe, expect, test } from "vitest";
import { createQueue } from "./process.ts";

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

describe("queue", () => {
  test("runs a limited number of tasks at once and the others in order", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 2, mostWaiting: 10 });
    const tasks = ["a", "b", "c", "d"].map((name) => startTask(name));
    await settled();
    expect(started).toEqual(["a", "b"]);
    await end("b");
    expect(started).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c", "d"]) await end(name);
    expect(await Promise.all(tasks)).toEqual(["a", "b", "c", "d"]);
  });

  test("runs patient tasks after all others", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 1, mostWaiting: 10 });
    const tasks = [startTask("a"), startTask("patient", { isPatient: true }), startTask("b"), startTask("c")];
    await settled();
    for (const name of ["a", "b", "c", "patient"]) await end(name);
    await Promise.all(tasks);
    expect(started).toEqual(["a", "b", "c", "patient"]);
  });

  test("lets waiting people take turns, patient ones too", async () => {
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

  test("lets a newcomer go before the people who just had a turn", async () => {
    const { started, startTask, end, settled } = bench({ atOnce: 2, mostWaiting: 10 });
    const tasks = ["a1", "a2", "a3", "a4"].map((name) => startTask(name, { person: "a" }));
    await settled();
    await end("a1");
    tasks.push(startTask("b1", { person: "b" }));
    for (const name of ["a2", "a3", "b1", "a4"]) await end(name);
    await Promise.all(tasks);
    expect(started).toEqual(["a1", "a2", "a3", "b1", "a4"]);
  });

  test("rejects tasks beyond the waiting limit until there is room, but never patient ones", async () => {
    const { startTask, end, settled } = bench({ atOnce: 1, mostWaiting: 1 });
    const tasks = [startTask("a"), startTask("b"), startTask("patient", { isPatient: true })];
    await expect(startTask("c")).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
    await settled();
    await end("a");
    tasks.push(startTask("d"));
    for (const name of ["b", "d", "patient"]) await end(name);
    expect(await Promise.all(tasks)).toEqual(["a", "b", "patient", "d"]);
  });

  test("runs the next task after one fails", async () => {
    const { inTurn } = bench({ atOnce: 1, mostWaiting: 1 });
    await expect(inTurn(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await inTurn(async () => "next")).toBe("next");
  });
});
