import { describe, expect, test } from "vitest";
import { createKeeper, encodingFor } from "./kept-texts.ts";

describe("what is kept", () => {
  const counting = () => {
    let made = 0;
    return async () => ++made;
  };

  test("is made once for requests at the same time and later", async () => {
    const keep = createKeeper<number>({ most: 2 });
    const make = counting();
    expect(await Promise.all([keep("a", make), keep("a", make)])).toEqual([1, 1]);
    expect(await keep("a", make)).toBe(1);
  });

  test("is made again when its time is over", async () => {
    let time = 0;
    const keep = createKeeper<number>({ most: 2, forMs: 100, now: () => time });
    const make = counting();
    await keep("a", make);
    time = 99;
    expect(await keep("a", make)).toBe(1);
    time = 100;
    expect(await keep("a", make)).toBe(2);
  });

  test("makes room for more by dropping what was not read for longest", async () => {
    const keep = createKeeper<number>({ most: 2 });
    const make = counting();
    for (const key of ["a", "b", "a", "c"]) await keep(key, make);
    expect(await keep("a", make)).toBe(1);
    expect(await keep("b", make)).toBe(4);
  });

  test("is tried again by the next request if it could not be made", async () => {
    const keep = createKeeper<number>({ most: 2 });
    await expect(keep("a", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
    expect(await keep("a", counting())).toBe(1);
  });
});

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["br", "br"],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br; q=0.5 , gzip; q=0.5", "br"],
  ["br;q=0, gzip;q=0", null],
  ["identity, br;q=0.5", null],
  ["br;q=nonsense, gzip", "gzip"],
  ["deflate", null],
])("a client that accepts %j gets the text as %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
