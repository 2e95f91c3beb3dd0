import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import S3rver from "s3rver";
import { expect, test } from "vitest";
import { clearOldDrafts, diskStorage } from "./disk-storage.ts";
import { type S3Options, s3Storage } from "./s3-storage.ts";
import { StorageFull, toStorageError } from "./storage.port.ts";
import { describeStorage } from "./storage.suite.ts";

const BUCKET = "nexby-test";

type S3Server = { options: S3Options; keys(): Promise<string[]>; close(): Promise<void> };

/** An in-process server with the S3 API. */
async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "nexby-s3-"));
  // The type definitions omit the underlying Node server.
  const server: S3rver & { httpServer?: Server } = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  let isOpen = true;
  return {
    options: {
      bucket: BUCKET,
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      endpoint: `http://127.0.0.1:${port}`,
    },
    keys: async () => {
      const names = await readdir(join(directory, BUCKET), { recursive: true });
      return names.filter((name) => name.endsWith("._S3rver_object"));
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      const closed = server.close();
      // The client's keep-alive connections would prevent closing.
      server.httpServer?.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

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

test("the storage reads a complete file while it is being replaced", async () => {
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

test.each(["ENOSPC", "EDQUOT"])("the storage reports %s as StorageFull", (code) => {
  expect(toStorageError(Object.assign(new Error("no room"), { code }))).toBeInstanceOf(StorageFull);
});

test("the storage returns other errors unchanged", () => {
  const fault = Object.assign(new Error("broken"), { code: "EIO" });
  expect(toStorageError(fault)).toBe(fault);
});

test("the storage deletes drafts of killed processes after a day and keeps newer ones", async () => {
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

test("the storage reports a full server as StorageFull", async () => {
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
