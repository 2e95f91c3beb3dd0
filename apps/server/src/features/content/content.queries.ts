import type { PolicyKind } from "@nexby/contract/content/policies";
import { and, asc, desc, eq, gt, isNotNull, isNull, max, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { users } from "../../schema/accounts.ts";
import { cookiePolicy, privacyPolicy, prohibitedItems, termsAndConditions } from "../../schema/content.ts";
import { categories, items } from "../../schema/listings.ts";

export type Policy =
  | typeof termsAndConditions.$inferSelect
  | typeof privacyPolicy.$inferSelect
  | typeof cookiePolicy.$inferSelect;

const TABLES = {
  terms: termsAndConditions,
  "privacy-policy": privacyPolicy,
  "cookie-policy": cookiePolicy,
} as const satisfies Record<PolicyKind, unknown>;

const MAX_VERSIONS = 100;

export async function findActivePolicy(db: Db, kind: PolicyKind): Promise<Policy | null> {
  const table = TABLES[kind];
  const [policy] = await db.select().from(table).where(eq(table.isActive, true));
  return policy ?? null;
}

/** For use in another query: the active version of the terms. */
export const activeTermsVersion = (): SQL<number | null> =>
  sql`(select version from terms_and_conditions where is_active)`;

async function selectPolicyVersions(db: Db, kind: PolicyKind): Promise<Policy[]> {
  const table = TABLES[kind];
  return db.select().from(table).orderBy(desc(table.version)).limit(MAX_VERSIONS);
}

export async function findPolicyVersion(db: Db, kind: PolicyKind, version: number): Promise<Policy | null> {
  const table = TABLES[kind];
  const [policy] = await db.select().from(table).where(eq(table.version, version));
  return policy ?? null;
}

/** Blocks other writers until the transaction ends; readers continue. */
export async function lockPolicy(db: Db, kind: PolicyKind): Promise<void> {
  await db.execute(sql`lock table ${TABLES[kind]} in share row exclusive mode`);
}

/** The caller holds the lock, so the next version number is unique. */
export async function insertPolicyVersion(db: Db, kind: PolicyKind, content: string): Promise<Policy> {
  const table = TABLES[kind];
  const [highest] = await db.select({ version: max(table.version) }).from(table);
  const version = (highest?.version ?? 0) + 1;
  const [policy] = await db.insert(table).values({ id: newId(), version, content }).returning();
  if (!policy) throw new Error("The insert returned no row");
  return policy;
}

/**
 * Deactivates first, because a unique index allows one active version. Other transactions see both changes or
 * neither.
 */
export async function setActivePolicy(db: Db, kind: PolicyKind, version: number): Promise<void> {
  const table = TABLES[kind];
  await db.update(table).set({ isActive: false }).where(eq(table.isActive, true));
  await db.update(table).set({ isActive: true }).where(eq(table.version, version));
}

const MAX_ITEMS = 1000;

async function selectProhibitedItems(db: Db) {
  const { id, category, item, description } = prohibitedItems;
  return db
    .select({ id, category, item, description })
    .from(prohibitedItems)
    .orderBy(asc(category), asc(item))
    .limit(MAX_ITEMS);
}

const MISSING: Record<PolicyKind, string> = {
  terms: "No terms are published yet",
  "privacy-policy": "No privacy policy is published yet",
  "cookie-policy": "No cookie policy is published yet",
};

export async function getActivePolicy(db: Db, kind: PolicyKind): Promise<Policy> {
  const policy = await findActivePolicy(db, kind);
  if (!policy) throw new AppError("not_found", MISSING[kind]);
  return policy;
}

export const getActiveTerms = (db: Db): Promise<Policy> => getActivePolicy(db, "terms");

export const listPolicyVersions = (db: Db, kind: PolicyKind): Promise<Policy[]> => selectPolicyVersions(db, kind);

export const listProhibitedItems = (db: Db) => selectProhibitedItems(db);

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
  /** The part with the listing after this id. Earlier indexes and other processes may have other boundaries. */
  partAt(id: string): Promise<string>;
  listingsAfter(id: string): Promise<SitemapEntry[]>;
  categories(): Promise<SitemapEntry[]>;
};

/** Part boundaries hardly change, and finding them scans all listings, so they are cached for an hour. */
export function createSitemap(db: Db, perPart = LISTINGS_PER_PART): Sitemap {
  let cached: { until: number; starts: Promise<string[]> } | null = null;
  const parts = () => {
    if (cached && cached.until > Date.now()) return cached.starts;
    const starts = findStarts(db, perPart);
    cached = { until: Date.now() + CACHE_MS, starts };
    starts.catch(() => {
      cached = null;
    });
    return starts;
  };
  return {
    parts,
    partAt: async (id) => (await parts()).findLast((start) => start <= id) ?? BEFORE_ALL,
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
