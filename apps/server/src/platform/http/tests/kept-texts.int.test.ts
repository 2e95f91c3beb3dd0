import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createItem } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { KEPT_LIMIT } from "../kept-texts.ts";

const database = useTestDatabase();
/** The bodies of the app's answers, as they are handed to the connection. */
const sent: unknown[] = [];
let webDirectory: string;
let app: TestApp;

beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), "nexby-kept-"));
  const page = { name: "index", pattern: "/", file: "page.html", status: 200, data: [], isUnlisted: false };
  await writeFile(join(webDirectory, "pages.json"), JSON.stringify([{ ...page, title: "Home", description: "Home" }]));
  await writeFile(join(webDirectory, "page.html"), "<html></html>");
  await createItem(database().db);
  app = await startTestApp({
    db: database().db,
    webDirectory,
    proxyHops: 1,
    extend: (server) =>
      server.addHook("onSend", async (_request, _reply, payload) => {
        sent.push(payload);
      }),
  });
});
afterAll(async () => {
  await app.close();
  await rm(webDirectory, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(app.origin + path, { method, headers: { "accept-encoding": "identity", ...headers } });

const KEPT = [
  "/api/openapi.json",
  "/api/docs",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/pages.xml",
  "/sitemaps/listings/00000000-0000-0000-0000-000000000000.xml",
];

test.each(KEPT)("%s has a tag, and a client that names it gets 304 without the text", async (path) => {
  const first = await get(path);
  const tag = first.headers.get("etag") ?? "";
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
  for (const known of [tag, `"other", ${tag}`, tag.replace("W/", ""), "*"]) {
    const again = await get(path, { "if-none-match": known });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    expect(again.headers.get("vary")).toBe("accept-encoding");
  }
  const changed = await get(path, { "if-none-match": 'W/"older"' });
  expect([changed.status, await changed.text()]).toEqual([200, await first.text()]);
});

test.each(KEPT)("%s is made once and compressed once, whoever asks", async (path) => {
  for (const [accepted, encoding] of [
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0.1, gzip;q=0.9", "gzip"],
    ["identity", null],
  ] as const) {
    const bodies: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      const response = await get(path, { "accept-encoding": accepted });
      expect([response.headers.get("content-encoding"), response.headers.get("vary")]).toEqual([
        encoding,
        "accept-encoding",
      ]);
      expect(await response.text()).toBe(await (await get(path)).text());
      bodies.push(sent.at(-2));
    }
    expect(bodies[0]).toBeInstanceOf(Buffer);
    expect(bodies[1], "the same bytes in memory").toBe(bodies[0]);
  }
});

test.each([
  ["/api/openapi.json", "/api/docs"],
  ["/sitemap.xml", "/robots.txt"],
  ["/sitemaps/pages.xml", "/sitemap.xml"],
  ["/dev/mail", "/dev/mail/0190a0a0-0000-7000-8000-000000000000"],
])("%s is limited for each network address together with %s", async (path, other) => {
  const address = `203.0.113.${path.length}`;
  for (let count = 0; count < KEPT_LIMIT.times; count += 1) {
    const response = await get(count % 2 ? path : other, { "x-forwarded-for": address }, "HEAD");
    expect(response.status).not.toBe(429);
  }
  const refused = await get(path, { "x-forwarded-for": address });
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: "too_many_requests", message: "Too many attempts. Please wait a moment." }),
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await get(path, { "x-forwarded-for": "203.0.113.8" })).status).not.toBe(429);
});

test("the API document is the same for every host name, so that nobody can have it made again and again", async () => {
  const names = ["one.example", "two.example"];
  const texts = await Promise.all(names.map((host) => app.app.inject({ url: "/api/openapi.json", headers: { host } })));
  expect(texts[0]?.payload).toBe(texts[1]?.payload);
});

test("a part of the sitemap that starts at an unknown listing is the known part with that listing", async () => {
  const known = await get("/sitemaps/listings/00000000-0000-0000-0000-000000000000.xml");
  const other = await get("/sitemaps/listings/ffffffff-ffff-ffff-ffff-ffffffffffff.xml");
  expect(await other.text()).toBe(await known.text());
});
