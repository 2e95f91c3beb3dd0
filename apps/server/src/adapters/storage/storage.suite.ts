import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { StoragePort } from "./storage.port.ts";

type StorageBench = {
  storage: StoragePort;
  /** All stored files, including leftovers such as drafts. */
  everything(): Promise<string[]>;
  /** Makes every later write fail. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
};

const TWENTY_MEGABYTES = 20 * 1024 * 1024;

const fileOf = (text: string) => ({ content: Buffer.from(text), size: Buffer.byteLength(text) });
const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Chunks of varying size, as they arrive from a network. */
function inPieces(bytes: Buffer): Readable {
  function* pieces() {
    for (let at = 0, size = 1; at < bytes.length; at += size, size = ((size * 7) % 65_521) + 1) {
      yield bytes.subarray(at, at + size);
    }
  }
  return Readable.from(pieces());
}

/** Contract tests for every storage adapter. */
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

    test("the storage returns a stored file with its size and the type of its key", async () => {
      for (const [extension, type] of [
        ["webp", "image/webp"],
        ["avif", "image/avif"],
        ["pdf", "application/pdf"],
        ["bin", "application/octet-stream"],
      ] as const) {
        const key = newKey(extension);
        await bench.storage.put(key, fileOf("some bytes \u00e4"));
        expect(await read(key)).toEqual({ text: "some bytes \u00e4", size: 13, type });
      }
    });

    test("the storage stores a 20 MB stream byte for byte", async () => {
      const bytes = randomBytes(TWENTY_MEGABYTES);
      const key = newKey();
      await bench.storage.put(key, { content: inPieces(bytes), size: bytes.length });
      const file = await bench.storage.open(key);
      expect(file?.size).toBe(TWENTY_MEGABYTES);
      expect(file && digestOf(await buffer(file.content))).toBe(digestOf(bytes));
    });

    test("the storage returns null for a missing key", async () => {
      expect(await bench.storage.open(newKey())).toBeNull();
      expect(await bench.storage.open("photos/full.webp")).toBeNull();
    });

    test("the storage replaces an existing file", async () => {
      const key = newKey();
      await bench.storage.put(key, fileOf("before, and longer"));
      await bench.storage.put(key, fileOf("after"));
      expect(await read(key)).toMatchObject({ text: "after", size: 5 });
    });

    test.each([
      ["shorter than announced", (bytes: Buffer) => Readable.from([bytes.subarray(1)])],
      [
        "interrupted",
        (bytes: Buffer) =>
          Readable.from(
            (function* () {
              yield bytes.subarray(0, 100_000);
              throw new Error("the sender is gone");
            })(),
          ),
      ],
    ])("the storage rejects a stream that is %s and stores nothing", async (_, streamOf) => {
      const before = await bench.everything();
      const bytes = randomBytes(200_000);
      await expect(bench.storage.put(newKey(), { content: streamOf(bytes), size: bytes.length })).rejects.toThrow();
      expect(await bench.everything()).toEqual(before);
    });

    test("the storage removes one file, or all files under a prefix and no others", async () => {
      const folder = `photos/${newId()}`;
      const [one, two, neighbor] = [`${folder}/full.webp`, `${folder}/400x267.avif`, `${folder}0/full.webp`];
      for (const key of [one, two, neighbor]) await bench.storage.put(key, fileOf(key));
      await bench.storage.remove(one);
      expect([await read(one), (await read(two))?.text]).toEqual([null, two]);
      await bench.storage.put(one, fileOf(one));
      await bench.storage.removeAll(folder);
      expect([await read(one), await read(two), (await read(neighbor))?.text]).toEqual([null, null, neighbor]);
    });

    test("the storage removes missing files without an error", async () => {
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
    ])("the storage rejects the key %j", async (key) => {
      const before = await bench.everything();
      expect(await bench.storage.open(key)).toBeNull();
      await expect(bench.storage.put(key, fileOf("x"))).rejects.toThrow("Not a key");
      await expect(bench.storage.remove(key)).rejects.toThrow("Not a key");
      expect(await bench.everything()).toEqual(before);
    });

    test.each(["", "/", ".", "..", "photos/", "photos/..", "/photos", "*"])(
      "the storage rejects the prefix %j",
      async (prefix) => {
        await expect(bench.storage.removeAll(prefix)).rejects.toThrow("Not a prefix");
      },
    );

    test("the storage throws when a file cannot be stored", async () => {
      await bench.breakDown();
      await expect(bench.storage.put(newKey(), fileOf("lost"))).rejects.toThrow();
    });
  });
}
