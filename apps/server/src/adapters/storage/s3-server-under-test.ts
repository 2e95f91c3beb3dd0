import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Options } from "./s3-storage.ts";

const BUCKET = "nexby-test";

export type S3Server = { options: S3Options; keys(): Promise<string[]>; close(): Promise<void> };

/** An in-process server with the S3 API. */
export async function startS3Server(): Promise<S3Server> {
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
