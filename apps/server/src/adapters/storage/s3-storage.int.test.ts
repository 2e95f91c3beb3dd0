import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startS3Server } from "./s3-server-under-test.ts";
import { s3Storage } from "./s3-storage.ts";
import { StorageFull } from "./storage.port.ts";
import { describeStorage } from "./storage.suite.ts";

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
