import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { StoragePort } from "./storage.port.ts";

type StorageBench = {
  storage: StoragePort;
  /** Every key there is, and whatever else lies where files are kept. */
  everything(): Promise<string[]>;
  /** From here on nothing can be stored. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
};

const TWENTY_MEGABYTES = 20 * 1024 * 1024;

const fileOf = (text: string) => ({ content: Buffer.from(text), size: Buffer.byteLength(text) });
const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** In pieces of changing size, as they come from a network. */
function inPieces(bytes: Buffer): Readable {
  function* pieces() {
    for (let at = 0, size = 1; at < bytes.length; at += size, size = ((size * 7) % 65_521) + 1) {
      yield bytes.subarray(at, at + size);
    }
  }
  return Readable.from(pieces());
}

/** What every place for files promises. */
export function describeStorage(name: string, open: () => Promise<StorageBench>): void {
  let bench: StorageBench;
  const read = async (key: string) => {
    const file = await bench.storage.open(key);
    return file && { text: (await buffer(file.content)).toString(), size: file.size, type: file.type };
  };
  const newKey = (extension = "webp") => `photos/${newId()}/full.${extension}`;

  describe(name, () => {
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    test("gives back what was put, with its size and the type of its key", async () => {
      for (const [extension, type] of [
        ["webp", "image/webp"],
        ["avif", "image/avif"],
        ["pdf", "application/pdf"],
      ] as const) {
        const key = newKey(extension);
        await bench.storage.put(key, fileOf("some bytes \u00e4"));
        expect(await read(key)).toEqual({ text: "some bytes \u00e4", size: 13, type });
      }
    });

    test("a stream of 20 MB comes back byte for byte", async () => {
      const bytes = randomBytes(TWENTY_MEGABYTES);
      const key = newKey();
      await bench.storage.put(key, { content: inPieces(bytes), size: bytes.length });
      const file = await bench.storage.open(key);
      expect(file?.size).toBe(TWENTY_MEGABYTES);
      expect(file && digestOf(await buffer(file.content))).toBe(digestOf(bytes));
    });

    test("nothing is under a key nobody put", async () => {
      expect(await bench.storage.open(newKey())).toBeNull();
      expect(await bench.storage.open("photos/full.webp")).toBeNull();
    });

    test("what is put again replaces what was there", async () => {
      const key = newKey();
      await bench.storage.put(key, fileOf("before, and longer"));
      await bench.storage.put(key, fileOf("after"));
      expect(await read(key)).toMatchObject({ text: "after", size: 5 });
    });

    test.each([
      ["shorter than said", (bytes: Buffer) => Readable.from([bytes.subarray(1)])],
      [
        "broken off",
        (bytes: Buffer) =>
          Readable.from(
            (function* () {
              yield bytes.subarray(0, 100_000);
              throw new Error("the sender is gone");
            })(),
          ),
      ],
    ])("a stream that is %s is refused and leaves nothing", async (_, streamOf) => {
      const before = await bench.everything();
      const bytes = randomBytes(200_000);
      await expect(bench.storage.put(newKey(), { content: streamOf(bytes), size: bytes.length })).rejects.toThrow();
      expect(await bench.everything()).toEqual(before);
    });

    test("removes one file, or all under a prefix and nothing beside it", async () => {
      const folder = `photos/${newId()}`;
      const [one, two, neighbour] = [`${folder}/full.webp`, `${folder}/400x267.avif`, `${folder}0/full.webp`];
      for (const key of [one, two, neighbour]) await bench.storage.put(key, fileOf(key));
      await bench.storage.remove(one);
      expect([await read(one), (await read(two))?.text]).toEqual([null, two]);
      await bench.storage.put(one, fileOf(one));
      await bench.storage.removeAll(folder);
      expect([await read(one), await read(two), (await read(neighbour))?.text]).toEqual([null, null, neighbour]);
    });

    test("removing what is not there is no fault", async () => {
      await bench.storage.remove(newKey());
      await bench.storage.removeAll(`photos/${newId()}`);
    });

    test.each([
      "",
      "/",
      "full.webp",
      "../full.webp",
      "photos/../../full.webp",
      "photos//full.webp",
      "/etc/full.webp",
      "photos/./full.webp",
      "photos/.hidden/full.webp",
      "photos/Full.webp",
      "photos/a\\b/full.webp",
      "photos/a%2fb/full.webp",
      "photos/a\0/full.webp",
      "photos/full.webp\n",
      "photos/page.html",
      "photos/picture.svg",
      "photos/full",
      `photos/${"a".repeat(300)}/full.webp`,
    ])("%j is no key", async (key) => {
      const before = await bench.everything();
      expect(await bench.storage.open(key)).toBeNull();
      await expect(bench.storage.put(key, fileOf("x"))).rejects.toThrow("Not a key");
      await expect(bench.storage.remove(key)).rejects.toThrow("Not a key");
      expect(await bench.everything()).toEqual(before);
    });

    test.each(["", "/", ".", "..", "photos/", "photos/..", "/photos", "*"])("%j is no prefix", async (prefix) => {
      await expect(bench.storage.removeAll(prefix)).rejects.toThrow("Not a prefix");
    });

    test("says so when a file cannot be stored", async () => {
      await bench.breakDown();
      await expect(bench.storage.put(newKey(), fileOf("lost"))).rejects.toThrow();
    });
  });
}
