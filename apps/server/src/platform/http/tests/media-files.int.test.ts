import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskStorage } from "../../../adapters/storage/disk-storage.ts";
import { rawGet } from "../../../testing/call.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

const PHOTO = Buffer.from("RIFF0000WEBPVP8 ");

const database = useTestDatabase();
let root: string;
let app: TestApp;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "nexby-media-"));
  await mkdir(join(root, "media/tent"), { recursive: true });
  await writeFile(join(root, "media/tent/full.webp"), PHOTO);
  await writeFile(join(root, "outside.txt"), "canary");
  app = await startTestApp({ db: database().db, storage: diskStorage(join(root, "media")) });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

test("the server serves photos with their content type", async () => {
  const response = await fetch(`${app.origin}/media/tent/full.webp`);
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PHOTO);
});

const outside = [
  "../outside.txt",
  "..%2foutside.txt",
  "%2e%2e/outside.txt",
  "%2e%2e%2foutside.txt",
  "..%5coutside.txt",
];
const deeper = [
  "tent/../../outside.txt",
  "tent/..%2f..%2foutside.txt",
  "%252e%252e%252foutside.txt",
  "....//outside.txt",
];
test.each([...outside, ...deeper, "..%00/outside.txt", "..\\outside.txt", "/etc/passwd", "", "tent", "tent/"])(
  "the server serves nothing else under /media/: %s",
  async (path) => {
    const { status, text } = await rawGet(app.origin, `/media/${path}`);
    expect([400, 403, 404]).toContain(status);
    expect(text).not.toMatch(/canary|root:/);
    expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  },
);
