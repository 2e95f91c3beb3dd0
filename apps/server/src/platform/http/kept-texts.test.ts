import { describe, expect, test } from "vitest";
import { createTextKeeper, encodingFor } from "./kept-texts.ts";

describe("a kept text", () => {
  const counting = () => {
    let made = 0;
    return () => `made ${++made}`;
  };
  const textOf = async (kept: Promise<{ plain: Buffer }>) => (await kept).plain.toString();

  test("is made once for requests at the same time and later", async () => {
    const keep = createTextKeeper({ most: 2 });
    const make = counting();
    const texts = await Promise.all([keep("a", make), keep("a", make)].map(textOf));
    expect([...texts, await textOf(keep("a", make))]).toEqual(["made 1", "made 1", "made 1"]);
  });

  test("is made again when its time is over", async () => {
    let time = 0;
    const keep = createTextKeeper({ most: 2, forMs: 100, now: () => time });
    const make = counting();
    await keep("a", make);
    time = 99;
    expect(await textOf(keep("a", make))).toBe("made 1");
    time = 100;
    expect(await textOf(keep("a", make))).toBe("made 2");
  });

  test("makes room for another by dropping the one that was not read for longest", async () => {
    const keep = createTextKeeper({ most: 2 });
    const make = counting();
    for (const key of ["a", "b", "a", "c"]) await keep(key, make);
    expect(await textOf(keep("a", make))).toBe("made 1");
    expect(await textOf(keep("b", make))).toBe("made 4");
  });

  test("that could not be made is tried again by the next request", async () => {
    const keep = createTextKeeper({ most: 2 });
    await expect(keep("a", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
    expect(await textOf(keep("a", counting()))).toBe("made 1");
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
