import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { clearOldDrafts, diskStorage, toStorageError } from "./disk-storage.ts";
import { startS3Server } from "./s3-server-under-test.ts";
import { s3Storage } from "./s3-storage.ts";
import { StorageFull } from "./storage.port.ts";
import { describeStorage } from "./storage.suite.ts";

const newDirectory = () => mkdtemp(join(tmpdir(), "nexby-storage-"));

describeStorage("disk storage", async () => {
  const directory = await newDirectory();
  return {
    storage: diskStorage(directory),
    everything: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    breakDown: async () => {
      await rm(directory, { recursive: true });
      await writeFile(directory, "in the way");
    },
    close: () => rm(directory, { force: true }),
  };
});

test("reads a complete file while it is being replaced", async () => {
  const directory = await newDirectory();
  const storage = diskStorage(directory);
  const key = "photos/a/full.webp";
  const texts = ["a", "b"].map((letter) => letter.repeat(300_000));
  const put = (word = "") => storage.put(key, { content: Buffer.from(word), size: word.length });
  await put(texts[0]);
  const writing = Promise.all([1, 0, 1, 0].map((which) => put(texts[which])));
  for (let times = 0; times < 20; times += 1) {
    const file = await storage.open(key);
    expect(texts).toContain(file && (await text(file.content)));
  }
  await writing;
  await rm(directory, { recursive: true });
});

test.each(["ENOSPC", "EDQUOT"])("reports %s as StorageFull", (code) => {
  expect(toStorageError(Object.assign(new Error("no room"), { code }))).toBeInstanceOf(StorageFull);
});

test("returns other errors unchanged", () => {
  const fault = Object.assign(new Error("broken"), { code: "EIO" });
  expect(toStorageError(fault)).toBe(fault);
});

test("deletes drafts of killed processes after a day and keeps newer ones", async () => {
  const directory = await newDirectory();
  const drafts = join(directory, ".drafts");
  await mkdir(drafts);
  const dayBefore = Date.now() / 1000 - 86_500;
  for (const name of ["old", "young"]) await writeFile(join(drafts, name), "half a file");
  await utimes(join(drafts, "old"), dayBefore, dayBefore);
  await clearOldDrafts(directory);
  expect(await readdir(drafts)).toEqual(["young"]);
  await clearOldDrafts(join(directory, "missing"));
  await rm(directory, { recursive: true });
});

describeStorage("S3 storage", async () => {
  const server = await startS3Server();
  return {
    storage: s3Storage(server.options),
    everything: server.keys,
    breakDown: server.close,
    close: server.close,
  };
});

test("reports a full server as StorageFull", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(507).end("<Error><Code>XMinioStorageFull</Code></Error>"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const options = { bucket: "b", region: "us-east-1", accessKeyId: "a", secretAccessKey: "s" };
  const storage = s3Storage({ ...options, endpoint: `http://127.0.0.1:${port}` });
  const file = { content: Buffer.from("x"), size: 1 };
  await expect(storage.put("photos/a/full.webp", file)).rejects.toBeInstanceOf(StorageFull);
  server.close();
  server.closeAllConnections();
});
