import type { PolicyKind } from "@nexby/contract/content/policies";
import { asc, desc, eq, max, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { cookiePolicy, privacyPolicy, prohibitedItems, termsAndConditions } from "../../schema/content.ts";

export type Policy = typeof termsAndConditions.$inferSelect;

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
  if (!policy) throw new Error("A row that was inserted is returned");
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
