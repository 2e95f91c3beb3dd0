import { describe, expect, test } from "vitest";
import { createQueue } from "./process.ts";

/** Works that end when they are told to, and a list of those that have begun. */
function bench(options: Parameters<typeof createQueue>[0]) {
  const inTurn = createQueue(options);
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const start = (name: string, wish?: Parameters<typeof inTurn>[1]) =>
    inTurn(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => endings.set(name, resolve));
      return name;
    }, wish);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    endings.get(name)?.();
    await settled();
  };
  return { inTurn, begun, start, end, settled };
}

describe("turns", () => {
  test("so many run at once, the others follow in their order", async () => {
    const { begun, start, end, settled } = bench({ atOnce: 2, mostWaiting: 10 });
    const works = ["a", "b", "c", "d"].map((name) => start(name));
    await settled();
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c", "d"]) await end(name);
    expect(await Promise.all(works)).toEqual(["a", "b", "c", "d"]);
  });

  test("what is patient lets all others go first", async () => {
    const { begun, start, end, settled } = bench({ atOnce: 1, mostWaiting: 10 });
    const works = [start("a"), start("patient", { isPatient: true }), start("b"), start("c")];
    await settled();
    for (const name of ["a", "b", "c", "patient"]) await end(name);
    await Promise.all(works);
    expect(begun).toEqual(["a", "b", "c", "patient"]);
  });

  test("beyond what can wait, work is refused until there is room; patient work is not", async () => {
    const { start, end, settled } = bench({ atOnce: 1, mostWaiting: 1 });
    const works = [start("a"), start("b"), start("patient", { isPatient: true })];
    await expect(start("c")).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
    await settled();
    await end("a");
    works.push(start("d"));
    for (const name of ["b", "d", "patient"]) await end(name);
    expect(await Promise.all(works)).toEqual(["a", "b", "patient", "d"]);
  });

  test("work that fails gives its turn on", async () => {
    const { inTurn } = bench({ atOnce: 1, mostWaiting: 1 });
    await expect(inTurn(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await inTurn(async () => "next")).toBe("next");
  });
});
