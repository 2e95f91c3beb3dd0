import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createItem, createUser } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { createSitemap } from "../content.queries.ts";

const SITE = "https://nexby.example";
const entry = (pattern: string, isUnlisted = false) => ({
  ...{ name: pattern, pattern, file: "page.html", status: 200, data: [], isUnlisted },
  ...{ title: pattern, description: pattern },
});

const database = useTestDatabase();
let webDirectory: string;
let app: TestApp;
beforeAll(async () => {
  webDirectory = await mkdtemp(join(tmpdir(), "nexby-sitemap-"));
  const pages = [entry("/"), entry("/browse"), entry("/listings/:itemId"), entry("/profile", true), entry("*", true)];
  await writeFile(join(webDirectory, "pages.json"), JSON.stringify(pages));
  await writeFile(join(webDirectory, "page.html"), "<html></html>");
  app = await startTestApp({ db: database().db, webDirectory, siteUrl: () => SITE });
});
afterAll(async () => {
  await app.close();
  await rm(webDirectory, { recursive: true, force: true });
});

async function addressesOf(path: string): Promise<string[]> {
  const response = await fetch(app.origin + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  return [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = ""]) => address);
}

test("the sitemap lists every live listing with its last change, the categories and the public pages, and nothing else", async () => {
  const { db } = database();
  const updatedAt = new Date("2026-02-03T04:05:06.789Z");
  const live = await createItem(db, { title: "</loc><script>", updatedAt });
  await createItem(db, { isAvailable: false });
  await createItem(db, { deletedAt: new Date() });
  await createItem(db, { ownerId: await createUser(db, { suspendedAt: new Date() }) });
  const parts = await addressesOf("/sitemap.xml");
  expect(parts[0]).toBe(`${SITE}/sitemaps/pages.xml`);
  expect(parts).toHaveLength(2);

  const pages = await addressesOf("/sitemaps/pages.xml");
  const { rows } = await db.execute<{ slug: string }>(sql`select slug from categories order by position`);
  expect(pages).toEqual([`${SITE}/`, `${SITE}/browse`, ...rows.map(({ slug }) => `${SITE}/browse?category=${slug}`)]);

  const listings = parts[1]?.replace(SITE, "") ?? "";
  expect(await addressesOf(listings)).toEqual([`${SITE}/listings/${live}`]);
  const xml = await (await fetch(app.origin + listings)).text();
  expect(xml).toContain(`<lastmod>${updatedAt.toISOString()}</lastmod>`);
});

test("the sitemap is split into bounded parts without repeats or gaps", async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  for (let more = 0; more < 10; more += 1) await createItem(db, { ownerId });
  const sitemap = createSitemap(db, 4);
  const parts = await sitemap.parts();
  expect(parts).toHaveLength(3);
  const entries = await Promise.all(parts.map((start) => sitemap.listingsAfter(start)));
  expect(entries.map((part) => part.length)).toEqual([4, 4, 3]);
  expect(new Set(entries.flat().map(({ path }) => path)).size).toBe(11);
  await createItem(db, { ownerId });
  expect(await sitemap.parts(), "cached").toBe(await sitemap.parts());
  expect((await sitemap.listingsAfter(parts[2] ?? "")).map(({ path }) => path)).toHaveLength(4);
});

test("the sitemap returns 404 for an invalid part", async () => {
  for (const part of ["x.xml", "00000000-0000-0000-0000-000000000000", "%00.xml", "../../etc/passwd"]) {
    expect((await fetch(`${app.origin}/sitemaps/listings/${encodeURIComponent(part)}`)).status).toBe(404);
  }
});
