import { and, asc, eq, gt, isNotNull, isNull, notInArray } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { categories, items } from "../../schema/listings.ts";

/** Few are suspended: they are read once, not looked up for each listing. */
const isLive = (db: Db) => {
  const suspended = db.select({ id: users.id }).from(users).where(isNotNull(users.suspendedAt));
  return and(eq(items.isAvailable, true), isNull(items.deletedAt), notInArray(items.ownerId, suspended));
};

/** Live listings after an id, in the order of ids. */
async function selectListings(db: Db, after: string, most: number) {
  return db
    .select({ id: items.id, updatedAt: items.updatedAt })
    .from(items)
    .where(and(isLive(db), gt(items.id, after)))
    .orderBy(asc(items.id))
    .limit(most);
}

/** The id of the last of so many live listings after an id; null when there are not so many. */
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

/** Machines take 50,000 addresses in a file; so many are written in a moment, and in little memory. */
const LISTINGS_PER_PART = 10_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const MAX_MEMORY_MS = 60 * 60_000;

export type SitemapEntry = { path: string; changedAt?: Date };
type Sitemap = {
  /** After which listing each part begins. */
  parts(): Promise<string[]>;
  listingsAfter(id: string): Promise<SitemapEntry[]>;
  categories(): Promise<SitemapEntry[]>;
};

/** Where the parts begin hardly changes, and finding it out walks over all listings: it is remembered for an hour. */
export function createSitemap(db: Db, perPart = LISTINGS_PER_PART): Sitemap {
  let remembered: { until: number; starts: Promise<string[]> } | null = null;
  return {
    parts() {
      if (remembered && remembered.until > Date.now()) return remembered.starts;
      const starts = findStarts(db, perPart);
      remembered = { until: Date.now() + MAX_MEMORY_MS, starts };
      starts.catch(() => {
        remembered = null;
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

/** In steps, each of which reads as many as one part has. */
async function findStarts(db: Db, perPart: number): Promise<string[]> {
  const starts: string[] = [];
  for (let start: string | null = BEFORE_ALL; start !== null; start = await findNth(db, start, perPart)) {
    starts.push(start);
  }
  return starts;
}
