import type { Db } from "../../../platform/db/db.ts";
import { findNth, selectCategorySlugs, selectListings } from "../sitemap.repository.ts";

/** Machines take 50,000 addresses in a file; so many are written in a moment, and in little memory. */
const LISTINGS_PER_PART = 10_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const LONGEST_MEMORY_MS = 60 * 60_000;

export type SitemapEntry = { path: string; changedAt?: Date };
export type Sitemap = {
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
      remembered = { until: Date.now() + LONGEST_MEMORY_MS, starts };
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
