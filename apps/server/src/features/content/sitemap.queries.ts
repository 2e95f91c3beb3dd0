import { and, asc, eq, gt, isNotNull, isNull, notInArray } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { categories, items } from "../../schema/listings.ts";

/** A subquery over the few suspended users, instead of a lookup per listing. */
const isLive = (db: Db) => {
  const suspended = db.select({ id: users.id }).from(users).where(isNotNull(users.suspendedAt));
  return and(eq(items.isAvailable, true), isNull(items.deletedAt), notInArray(items.ownerId, suspended));
};

async function selectListings(db: Db, after: string, limit: number) {
  return db
    .select({ id: items.id, updatedAt: items.updatedAt })
    .from(items)
    .where(and(isLive(db), gt(items.id, after)))
    .orderBy(asc(items.id))
    .limit(limit);
}

/** The id of the nth live listing after an id; null if there are fewer. */
async function findNth(db: Db, after: string, nth: number): Promise<string | null> {
  const [row] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(isLive(db), gt(items.id, after)))
    .orderBy(asc(items.id))
    .offset(nth - 1)
    .limit(1);
  return row?.id ?? null;
}

async function selectCategorySlugs(db: Db): Promise<string[]> {
  const rows = await db.select({ slug: categories.slug }).from(categories).orderBy(asc(categories.position));
  return rows.map(({ slug }) => slug);
}

/** The protocol allows 50,000 URLs per file; this many are written quickly and with little memory. */
const LISTINGS_PER_PART = 10_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const CACHE_MS = 60 * 60_000;

export type SitemapEntry = { path: string; changedAt?: Date };
type Sitemap = {
  /** For each part, the listing id it starts after. */
  parts(): Promise<string[]>;
  listingsAfter(id: string): Promise<SitemapEntry[]>;
  categories(): Promise<SitemapEntry[]>;
};

/** Part boundaries hardly change, and finding them scans all listings, so they are cached for an hour. */
export function createSitemap(db: Db, perPart = LISTINGS_PER_PART): Sitemap {
  let cached: { until: number; starts: Promise<string[]> } | null = null;
  return {
    parts() {
      if (cached && cached.until > Date.now()) return cached.starts;
      const starts = findStarts(db, perPart);
      cached = { until: Date.now() + CACHE_MS, starts };
      starts.catch(() => {
        cached = null;
      });
      return starts;
    },
    async listingsAfter(id) {
      const rows = await selectListings(db, id, perPart);
      return rows.map((row) => ({ path: `/listings/${row.id}`, changedAt: row.updatedAt }));
    },
    async categories() {
      const slugs = await selectCategorySlugs(db);
      return slugs.map((slug) => ({ path: `/browse?category=${encodeURIComponent(slug)}` }));
    },
  };
}

/** Runs one query per part, each skipping one part's listings. */
async function findStarts(db: Db, perPart: number): Promise<string[]> {
  const starts: string[] = [];
  for (let start: string | null = BEFORE_ALL; start !== null; start = await findNth(db, start, perPart)) {
    starts.push(start);
  }
  return starts;
}
