import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createItem, createUser, givePhotos } from "../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { useTestDatabase } from "../../testing/test-database.ts";

const HOSTILE = `"><script>alert('$&')</script><meta name='$1`;

const entry = (name: string, pattern: string, data: string[] = [], isUnlisted = false) => ({
  ...{ name, pattern, file: "page.html", status: pattern === "*" ? 404 : 200, data, isUnlisted },
  ...{ title: `The ${name} page`, description: `About ${name} & more` },
});

const PAGES = [
  entry("index", "/"),
  entry("listing", "/listings/:itemId", ["/api/items/:itemId"]),
  entry("person", "/users/:userId", ["/api/users/:userId", "/api/items?owner=:userId"]),
  entry("messages", "/messages", [], true),
  entry("gallery", "/dev/gallery", [], true),
  entry("not-found", "*", [], true),
];
const TEMPLATE = '<html><head><!--nexby-head--></head><body><div id="root"></div><!--nexby-data--></body></html>';

const database = useTestDatabase();
let webDirectory: string;
let app: TestApp;

beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), "nexby-heads-"));
  await writeFile(join(webDirectory, "pages.json"), JSON.stringify(PAGES));
  await writeFile(join(webDirectory, "page.html"), TEMPLATE);
  app = await startTestApp({ db: database().db, webDirectory, siteUrl: () => "https://nexby.example" });
});
afterAll(async () => {
  await app.close();
  await rm(webDirectory, { recursive: true, force: true });
});

const UNESCAPED: Record<string, string> = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const unescaped = (text: string) => text.replace(/&(quot|#39|lt|gt|amp);/g, (entity) => UNESCAPED[entity] ?? entity);

/** The tags by name; whatever is no tag of ours would show up under its own. */
async function headOf(path: string, origin = app.origin): Promise<Record<string, string>> {
  const html = await (await fetch(origin + path)).text();
  const [, head = ""] = html.match(/<head>(.*)<\/head>/s) ?? [];
  const tags = [...head.matchAll(/<(\w+)(?: (?:name|property|rel)="([^"]*)" (?:content|href)="([^"]*)")?>([^<]*)/g)];
  return Object.fromEntries(
    tags.map(([, tag = "", name, value, text]) => [name ?? tag, unescaped(value ?? text ?? "")]),
  );
}

test("a page says what it was built with, and its address without the query", async () => {
  expect(await headOf("/?utm_source=mail")).toEqual({
    title: "The index page · Nexby",
    description: "About index & more",
    canonical: "https://nexby.example/",
    "og:site_name": "Nexby",
    "og:title": "The index page",
    "og:description": "About index & more",
    "og:type": "website",
    "og:url": "https://nexby.example/",
    "og:image": "https://nexby.example/share.jpg",
  });
});

test("a listing is described by its title, its first sentence and its cover", async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  const description = "Dry since 2019. Comes with pegs.";
  const itemId = await createItem(db, { ownerId, title: "Four-person tent", description });
  await givePhotos(db, itemId, ownerId, ["tent", "other"]);
  expect(await headOf(`/listings/${itemId}`)).toMatchObject({
    title: "Four-person tent · Nexby",
    description: "Dry since 2019.",
    canonical: `https://nexby.example/listings/${itemId}`,
    "og:title": "Four-person tent",
    "og:image": "https://nexby.example/media/tent/full.webp",
  });
});

test("a person is described by name and town", async () => {
  const userId = await createUser(database().db, {
    firstName: "Maya",
    lastName: "Rivera",
    city: "Maplewood",
    state: "NJ",
  });
  expect(await headOf(`/users/${userId}`)).toMatchObject({
    title: "Maya Rivera · Nexby",
    description: "What Maya from Maplewood, NJ shares on Nexby.",
    "og:type": "profile",
    "og:url": `https://nexby.example/users/${userId}`,
  });
});

test("what people wrote stays text, however it is written", async () => {
  const itemId = await createItem(database().db, {
    title: HOSTILE,
    description: `${HOSTILE}\n${"word ".repeat(200)}`,
  });
  const head = await headOf(`/listings/${itemId}`);
  expect(Object.keys(head).sort()).toEqual(Object.keys(await headOf("/")).sort());
  expect(head).toMatchObject({
    title: `${HOSTILE} · Nexby`,
    "og:title": HOSTILE,
    description: expect.stringMatching(/^"><script>alert\('\$&'\)<\/script><meta name='\$1 word .* word…$/),
    "og:image": "https://nexby.example/share.jpg",
  });
  expect(head.description?.length).toBeLessThanOrEqual(200);
  const html = await (await fetch(`${app.origin}/listings/${itemId}`)).text();
  expect(html.match(/<script/g)).toHaveLength(1);

  const userId = await createUser(database().db, { firstName: HOSTILE, lastName: "<b>", city: HOSTILE });
  expect(await headOf(`/users/${userId}`)).toMatchObject({ title: `${HOSTILE} <b> · Nexby` });
});

test("an address cannot write into the page either", async () => {
  const html = await (await fetch(`${app.origin}/"><script>alert(1)</script>`)).text();
  expect(html).not.toContain("<script>alert");
});

test.each(["/messages", "/no/such/page", "/listings/unknown"])("%s asks not to be listed", async (path) => {
  const head = await headOf(path);
  expect(head).toMatchObject({ robots: "noindex" });
  expect(head).not.toHaveProperty("canonical");
});

test("pages for development exist in a demo only", async () => {
  expect((await fetch(`${app.origin}/dev/gallery`)).status).toBe(200);
  const serious = await startTestApp({ db: database().db, webDirectory, isDemo: false });
  expect((await fetch(`${serious.origin}/dev/gallery`)).status).toBe(404);
  expect(await headOf("/dev/gallery", serious.origin)).toMatchObject({ title: "The not-found page · Nexby" });
  await serious.close();
});
