import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createItem, createUser, givePhotos } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { projectRoot } from "../../config.ts";

const HOSTILE = `"><script>alert('$&')</script><meta name='$1`;

const entry = (name: string, pattern: string, data: string[] = [], isUnlisted = false) => ({
  ...{ name, pattern, file: "page.html", status: pattern === "*" ? 404 : 200, data, isUnlisted },
  ...{ title: `The ${name} page`, description: `About ${name} & more` },
});

const PAGES = [
  entry("index", "/"),
  entry("listing", "/listings/:itemId", ["/api/items/:itemId"]),
  entry("person", "/users/:userId", ["/api/users/:userId", "/api/items?owner=:userId"]),
  entry("browse", "/browse", ["/api/categories", "/api/items"]),
  entry("messages", "/messages", [], true),
  entry("edit-listing", "/listings/:itemId/edit", [], true),
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

/** The head tags by name; injected tags would appear under their own name. */
async function headOf(path: string, origin = app.origin): Promise<Record<string, string>> {
  const html = await (await fetch(origin + path)).text();
  const [, head = ""] = html.match(/<head>(.*)<\/head>/s) ?? [];
  const tags = [...head.matchAll(/<(\w+)(?: (?:name|property|rel)="([^"]*)" (?:content|href)="([^"]*)")?>([^<]*)/g)];
  return Object.fromEntries(
    tags.map(([, tag = "", name, value, text]) => [name ?? tag, unescaped(value ?? text ?? "")]),
  );
}

/** The page's structured data. */
async function structuredOf(path: string): Promise<Record<string, unknown>[]> {
  const html = await (await fetch(app.origin + path)).text();
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks.map(([, data = ""]) => JSON.parse(data));
}

test("a page has its built metadata and its URL without the query", async () => {
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
    "og:image:type": "image/jpeg",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": expect.stringContaining("a tent"),
    "twitter:card": "summary_large_image",
  });
  const file = await readFile(join(projectRoot, "apps/web/public/share.jpg"));
  const { format, width, height } = await sharp(file).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
});

test("the landing page's structured data has the site, its search and the organization", async () => {
  const [organization, site] = await structuredOf("/");
  expect(organization).toMatchObject({ "@type": "Organization", name: "Nexby", url: "https://nexby.example/" });
  expect(site).toMatchObject({
    "@context": "https://schema.org",
    "@type": "WebSite",
    url: "https://nexby.example/",
    description: "About index & more",
    publisher: { "@id": organization?.["@id"] },
    potentialAction: {
      "@type": "SearchAction",
      target: { urlTemplate: "https://nexby.example/browse?search={search_term_string}" },
    },
  });
});

test("a listing has its title, first sentence and cover photo", async () => {
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
    "og:image": "https://nexby.example/media/tent/share.jpg",
    "og:image:type": "image/jpeg",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Four-person tent",
  });
});

test("a listing's structured data has the product, its price and rating, and at most its town", async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  const place = { latitude: 40.712345, longitude: -74.212345, address: "12 Secret Lane" };
  const details = { ownerId, title: "Kayak", description: "Fast.", dailyRateCents: 2550, condition: "new" as const };
  const itemId = await createItem(db, { ...details, ...place });
  await givePhotos(db, itemId, ownerId, ["kayak"]);
  const { rows } = await db.execute<{ id: string; name: string; slug: string }>(sql`
    select id, name, slug from categories where slug like '%camp%'`);
  const [category] = rows;
  await db.execute(
    sql`insert into item_categories (item_id, category_id, position) values (${itemId}, ${category?.id}, 1)`,
  );
  const url = `https://nexby.example/listings/${itemId}`;
  const [product, crumbs] = await structuredOf(`/listings/${itemId}`);
  const price = { price: "25.50", priceCurrency: "USD" };
  expect(product).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": url,
    name: "Kayak",
    description: "Fast.",
    image: ["https://nexby.example/media/kayak/full.webp"],
    category: category?.name,
    offers: {
      "@type": "Offer",
      url,
      ...price,
      businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
      areaServed: "Maplewood, NJ",
      priceSpecification: { "@type": "UnitPriceSpecification", ...price, unitCode: "DAY" },
    },
  });
  const browse = `https://nexby.example/browse?category=${category?.id}`;
  expect(crumbs).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, name: "Home", item: "https://nexby.example/" },
      { position: 2, name: category?.name, item: browse },
      { position: 3, name: "Kayak", item: url },
    ],
  });
  expect(JSON.stringify([product, crumbs])).not.toMatch(/40\.7|-74\.2|Secret/);

  await db.execute(sql`insert into item_stats (item_id, review_count, rating_sum) values (${itemId}, 4, 18)`);
  const [rated] = await structuredOf(`/listings/${itemId}`);
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 4 } });
  await db.execute(sql`update items set is_available = false where id = ${itemId}`);
  expect(await headOf(`/listings/${itemId}`)).toMatchObject({ robots: "noindex" });
  expect(await structuredOf(`/listings/${itemId}`)).toEqual([]);
});

test("the browse page and each category can be indexed; narrower searches cannot", async () => {
  const { rows } = await database().db.execute<{ id: string; name: string; slug: string }>(sql`
    select id, name, slug from categories order by position limit 1`);
  const { id = "", name = "", slug = "" } = rows[0] ?? {};
  const canonical = "https://nexby.example/browse";
  for (const path of ["/browse", "/browse?utm_source=mail&gclid=1"]) {
    expect(await headOf(path)).toMatchObject({ title: "Browse items · Nexby", canonical, "og:url": canonical });
  }
  for (const value of [slug, id, name]) {
    expect(await headOf(`/browse?category=${encodeURIComponent(value)}&utm_medium=x`)).toMatchObject({
      title: `${name} · Nexby`,
      canonical: `${canonical}?category=${slug}`,
    });
  }
  const [crumbs] = await structuredOf(`/browse?category=${slug}`);
  expect(crumbs).toMatchObject({
    itemListElement: [{ name: "Home" }, { name, item: `${canonical}?category=${slug}` }],
  });
  for (const query of [
    "search=tent",
    `category=${slug}&sort=price`,
    "category=nothing",
    "category=",
    `category=${slug}&category=x`,
  ]) {
    const head = await headOf(`/browse?${query}`);
    expect([query, head.robots, head.canonical]).toEqual([query, "noindex", undefined]);
  }
});

test("robots.txt lists disallowed paths and the sitemap", async () => {
  const response = await fetch(`${app.origin}/robots.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect((await response.text()).trimEnd().split("\n")).toEqual([
    "User-agent: *",
    ...["/api/", "/dev/", "/oidc/", "/sandbox/", "/messages", "/listings/*/edit"].map((path) => `Disallow: ${path}`),
    "",
    "Sitemap: https://nexby.example/sitemap.xml",
  ]);
});

test("a profile has the person's first name, initial and town", async () => {
  const userId = await createUser(database().db, {
    firstName: "Maya",
    lastName: "Rivera",
    city: "Maplewood",
    state: "NJ",
  });
  expect(await headOf(`/users/${userId}`)).toMatchObject({
    title: "Maya R. · Nexby",
    description: "Items Maya from Maplewood, NJ rents out on Nexby.",
    "og:type": "profile",
    "og:url": `https://nexby.example/users/${userId}`,
  });
});

test("user-written text is always escaped", async () => {
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
  expect(html.match(/<script/g)).toHaveLength(3);
  expect(html.match(/<script type="application\/(ld\+)?json"/g)).toHaveLength(3);
  const [product, crumbs] = await structuredOf(`/listings/${itemId}`);
  expect(product).toMatchObject({ "@type": "Product", name: HOSTILE });
  expect(crumbs).toMatchObject({ itemListElement: [{}, { name: HOSTILE }] });

  const userId = await createUser(database().db, { firstName: HOSTILE, lastName: "<b>", city: HOSTILE });
  expect(await headOf(`/users/${userId}`)).toMatchObject({ title: `${HOSTILE} <. · Nexby` });
});

test("a URL cannot inject markup either", async () => {
  const html = await (await fetch(`${app.origin}/"><script>alert(1)</script>`)).text();
  expect(html).not.toContain("<script>alert");
});

test.each(["/messages", "/no/such/page", "/listings/unknown"])("%s asks not to be indexed", async (path) => {
  const head = await headOf(path);
  expect(head).toMatchObject({ robots: "noindex" });
  expect(head).not.toHaveProperty("canonical");
});

test("developer pages exist only in a demo", async () => {
  expect((await fetch(`${app.origin}/dev/gallery`)).status).toBe(200);
  const production = await startTestApp({ db: database().db, webDirectory, isDemo: false });
  expect((await fetch(`${production.origin}/dev/gallery`)).status).toBe(404);
  expect(await headOf("/dev/gallery", production.origin)).toMatchObject({ title: "The not-found page · Nexby" });
  await production.close();
});
