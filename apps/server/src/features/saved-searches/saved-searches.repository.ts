import { and, count, desc, eq, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { categories } from "../listings/public.ts";
import { savedSearches } from "./saved-searches.table.ts";

export type SavedSearchRow = typeof savedSearches.$inferSelect;
type NewSavedSearch = typeof savedSearches.$inferInsert;
type Category = { id: string; name: string; slug: string };
/** A search with the category it names. */
export type NamedSearch = { search: SavedSearchRow; category: Category | null };

const CATEGORY = { id: categories.id, name: categories.name, slug: categories.slug };

const withCategory = (db: Db) =>
  db
    .select({ search: savedSearches, category: CATEGORY })
    .from(savedSearches)
    .leftJoin(categories, eq(categories.id, savedSearches.categoryId));

export async function selectSearches(db: Db, userId: string, most: number): Promise<NamedSearch[]> {
  return withCategory(db)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(most);
}

export async function findSearch(db: Db, id: string): Promise<NamedSearch | null> {
  const [row] = await withCategory(db).where(eq(savedSearches.id, id));
  return row ?? null;
}

/** Somebody's own search as it is now and stays until the transaction ends. */
export async function lockOwnSearch(db: Db, userId: string, id: string): Promise<SavedSearchRow | null> {
  const [row] = await db
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
    .for("no key update");
  return row ?? null;
}

export async function countSearches(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(savedSearches).where(eq(savedSearches.userId, userId));
  return row?.count ?? 0;
}

export async function insertSearch(db: Db, search: NewSavedSearch): Promise<void> {
  await db.insert(savedSearches).values(search);
}

export async function updateSearchRow(
  db: Db,
  id: string,
  changes: PgUpdateSetSource<typeof savedSearches>,
): Promise<void> {
  await db.update(savedSearches).set(changes).where(eq(savedSearches.id, id));
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)));
  return rowCount === 1;
}

/** By slug, id or exact name. */
export async function findCategoryId(db: Db, given: string): Promise<string | null> {
  const [row] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(or(eq(categories.slug, given), eq(categories.name, given), sql`${categories.id}::text = ${given}`));
  return row?.id ?? null;
}
