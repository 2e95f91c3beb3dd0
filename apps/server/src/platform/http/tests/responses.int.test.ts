import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskStorage } from "../../../adapters/storage/disk-storage.ts";
import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { rawGet } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { openDatabase } from "../../db/db.ts";

const TITLE = "Tent </script><script>alert('$&')</script> $' $1";
const SCRIPT = "document.documentElement.dataset.on = '<b>';";
const STYLE = "body{color:#123}";
const APP = "export const app = 1;\n".repeat(200);
const PHOTO = Buffer.from("RIFF0000WEBPVP8 ");

const page = (name: string) => `<!doctype html><html lang="en"><head><!--nexby-head-->
<script>${SCRIPT}</script><style>${STYLE}</style><script type="module" src="/assets/app-abc.js"></script>
<script type="application/ld+json">{"@type":"WebSite"}</script></head>
<body data-page="${name}">${"<p>neighbors</p>".repeat(100)}<!--nexby-data--></body></html>`;

const entry = (name: string, pattern: string, data: string[]) => ({
  ...{ name, pattern, file: `pages/${name}.html`, status: 200, data },
  ...{ title: `The ${name} page`, description: `About ${name}`, isUnlisted: false },
});

const WEB: Record<string, string | Buffer> = {
  "pages.json": JSON.stringify([
    entry("index", "/", ["/api/categories", "/api/items"]),
    entry("listing", "/listings/:itemId", ["/api/items/:itemId"]),
    { ...entry("not-found", "*", []), status: 404, isUnlisted: true },
  ]),
  "pages/index.html": page("index"),
  "pages/listing.html": page("listing"),
  "pages/not-found.html": page("not-found"),
  "assets/app-abc.js": APP,
  "assets/app-abc.js.br": brotliCompressSync(APP),
  "assets/app-abc.js.gz": gzipSync(APP),
  "assets/font-abc.woff2": "no text",
  "favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
};

const database = useTestDatabase();
let root: string;
let directories: { webDirectory: string; storage: StoragePort };
let app: TestApp;
let itemId: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "nexby-answers-"));
  directories = { webDirectory: join(root, "web"), storage: diskStorage(join(root, "media")) };
  const files = { ...prefixed("web", WEB), "media/tent/full.webp": PHOTO };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
  itemId = await createItem(database().db, { title: TITLE, description: "word ".repeat(500) });
  app = await startTestApp({ db: database().db, ...directories });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const prefixed = (folder: string, files: typeof WEB) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(app.origin + path, { method, headers: { "accept-encoding": "identity", ...headers } });

/** A path for each kind of response. */
const KINDS = {
  page: () => "/",
  "listing page": () => `/listings/${itemId}`,
  "not-found page": () => "/nowhere",
  "malformed URL": () => "/%zz",
  asset: () => "/assets/app-abc.js",
  favicon: () => "/favicon.svg",
  photo: () => "/media/tent/full.webp",
  "missing photo": () => "/media/tent/none.webp",
  "API response": () => "/api/items",
  "API error": () => "/api/items?limit=0",
  "unknown endpoint": () => "/api/unknown",
  "API documentation page": () => "/api/docs",
  "API document": () => "/api/openapi.json",
};
const kinds = Object.entries(KINDS);

describe("security headers", () => {
  test.each(kinds)("security headers are on a %s", async (_, path) => {
    const { headers } = await get(path());
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(self), geolocation=(self), microphone=(), payment=(self)",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers.has("x-powered-by")).toBe(false);
    expect(headers.has("strict-transport-security")).toBe(false);
  });

  test("security headers enforce HTTPS where it is used", async () => {
    const secure = await startTestApp({ db: database().db, ...directories, isHttps: true });
    const { headers } = await fetch(secure.origin);
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
    await secure.close();
  });
});

describe("the content security policy", () => {
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const directive = (headers: Headers, name: string) =>
    headers
      .get("content-security-policy")
      ?.split(";")
      .find((one) => one.startsWith(`${name} `))
      ?.split(" ")
      .slice(1);

  test.each(["/", "/nowhere", "/api/docs"])(
    "the content security policy of %s allows only its own inline script and style",
    async (path) => {
      const response = await get(path);
      const html = await response.text();
      const inline = (tag: string) =>
        [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map(([, text = ""]) => hashOf(text));
      expect(directive(response.headers, "script-src")).toEqual(
        expect.arrayContaining(["'self'", ...inline("script")]),
      );
      expect(directive(response.headers, "style-src")).toEqual(expect.arrayContaining(["'self'", ...inline("style")]));
      expect(inline("style")).toHaveLength(1);
      expect(html).not.toMatch(/ style="| on\w+="/);
      expect(response.headers.get("content-security-policy")).not.toMatch(/unsafe-|\*|https?:/);
    },
  );

  test("the content security policy contains the hash of each page's script, not of the data", async () => {
    const { headers } = await get("/");
    expect(directive(headers, "script-src")).toEqual(["'self'", hashOf(SCRIPT)]);
    expect(directive(headers, "style-src")).toContain(hashOf(STYLE));
    for (const name of ["object-src", "base-uri", "frame-ancestors"]) {
      expect(directive(headers, name)).toEqual(["'none'"]);
    }
  });
});

describe("pages", () => {
  const dataOf = (html: string): Record<string, { body: unknown; link: string | null }> => {
    const blocks = [...html.matchAll(/<script type="application\/json" id="nexby-data">(.*?)<\/script>/gs)];
    expect(blocks).toHaveLength(1);
    return JSON.parse(blocks[0]?.[1] ?? "");
  };

  test("pages embed their initial data as the API returns it", async () => {
    const data = dataOf(await (await get("/")).text());
    expect(Object.keys(data)).toEqual(["/api/categories", "/api/items"]);
    expect(data["/api/categories"]?.body).toEqual(await (await get("/api/categories")).json());
    expect(data["/api/items"]).toMatchObject({ body: [{ id: itemId, title: TITLE }], link: null });
  });

  test("pages embed the list of the requested category", async () => {
    const data = dataOf(await (await get("/?category=food-trucks&x=1")).text());
    expect(data["/api/items?category=food-trucks"]).toEqual({ body: [], link: null });
  });

  test("pages keep a title with markup and replacement patterns as text", async () => {
    const html = await (await get(`/listings/${itemId}`)).text();
    expect(html).not.toContain("<script>alert");
    expect(html.match(/<script/g)).toHaveLength(6);
    expect(dataOf(html)[`/api/items/${itemId}`]?.body).toMatchObject({ title: TITLE });
  });

  test.each([
    "/nowhere",
    "/nowhere/at/all?x=1",
    "/index.html",
    "/pages/index.html",
    "/pages.json",
    "/%zz",
    "/assets/none.js",
  ])("%s shows the not-found page with 404", async (path) => {
    const response = await get(path);
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(html).toContain('data-page="not-found"');
    expect(html).not.toContain("nexby-data");
  });

  test.each(["0190a0a0-0000-7000-8000-000000000000", "unknown", "%00", "%zz", "a".repeat(200)])(
    "pages show the not-found page with 404 for the unknown listing %s",
    async (id) => {
      const response = await get(`/listings/${id}`);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('data-page="not-found"')]);
    },
  );

  test("pages do not show a listing as missing when the database is unreachable", async () => {
    const unreachable = openDatabase({ url: "postgres://x@127.0.0.1:1/x", poolSize: 1, onIdleError: () => undefined });
    const alone = await startTestApp({ db: unreachable.db, ...directories });
    for (const [path, name] of [
      ["/", "index"],
      [`/listings/${itemId}`, "listing"],
    ] as const) {
      const response = await fetch(alone.origin + path);
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`data-page="${name}"`)]);
    }
    await alone.close();
    await unreachable.close();
  });

  test("pages return 404 as JSON for other methods", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await get("/nowhere", {}, method);
      expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
    }
  });
});

describe("caching", () => {
  const FOREVER = "public, max-age=31536000, immutable";

  test.each([
    ["/assets/app-abc.js", FOREVER],
    ["/assets/font-abc.woff2", FOREVER],
    ["/media/tent/full.webp", FOREVER],
    ["/favicon.svg", "public, max-age=3600"],
    ["/", "no-cache"],
    ["/nowhere", "no-cache"],
    ["/assets/none.js", "no-cache"],
    ["/media/tent/none.webp", "no-store"],
    ["/api/items", "no-cache"],
    ["/api/unknown", "no-store"],
  ])("%s: %s", async (path, expected) => {
    expect((await get(path)).headers.get("cache-control")).toBe(expected);
  });

  test.each(["/assets/app-abc.js", "/media/tent/full.webp"])(
    "%s is not sent again to a client that has it",
    async (path) => {
      const etag = (await get(path)).headers.get("etag") ?? "";
      expect(await rawGet(app.origin, path, { "if-none-match": etag })).toEqual({ status: 304, text: "" });
    },
  );
});

describe("compression", () => {
  const JAVASCRIPT = "application/javascript; charset=utf-8";

  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["identity", null],
  ])("a script for a client that accepts %s is sent precompressed as %s", async (accepted, encoding) => {
    const response = await get("/assets/app-abc.js", { "accept-encoding": accepted });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toBe(JAVASCRIPT);
    const file = { br: "assets/app-abc.js.br", gzip: "assets/app-abc.js.gz" }[encoding ?? ""] ?? "assets/app-abc.js";
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(WEB[file] ?? "")));
    expect(await response.text()).toBe(APP);
  });

  test.each(["/api/items", "/", "/api/openapi.json"])("%s is compressed as the client prefers", async (path) => {
    for (const encoding of ["br", "gzip"]) {
      const compressed = await get(path, { "accept-encoding": encoding });
      expect(compressed.headers.get("content-encoding")).toBe(encoding);
      expect(await compressed.text()).toBe(await (await get(path)).text());
    }
  });

  test("small or already compressed responses are not compressed", async () => {
    for (const path of ["/api/health", "/media/tent/full.webp"]) {
      expect((await get(path, { "accept-encoding": "br, gzip" })).headers.has("content-encoding")).toBe(false);
    }
  });

  test.each(["/api/items", "/", "/assets/app-abc.js"])(
    "Vary tells caches that %s was compressed for this client",
    async (path) => {
      const { headers } = await get(path, { "accept-encoding": "br" });
      expect(headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
    },
  );
});

describe("HEAD", () => {
  test.each(kinds)("HEAD of a %s returns what GET would, without the body", async (_, path) => {
    const [head, full] = [await get(path(), {}, "HEAD"), await get(path())];
    expect(head.status).toBe(full.status);
    expect(head.headers.get("content-type")).toBe(full.headers.get("content-type"));
    expect(head.headers.get("cache-control")).toBe(full.headers.get("cache-control"));
    expect(await head.text()).toBe("");
  });
});
