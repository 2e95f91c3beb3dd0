import { and, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { categories, itemCategories, items } from "../../schema/listings.ts";

type Category = Pick<
  typeof categories.$inferSelect,
  "id" | "name" | "slug" | "icon" | "listerCommissionRate" | "renterCommissionRate"
>;

const allCategories = prepared((db) =>
  db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      icon: categories.icon,
      listerCommissionRate: categories.listerCommissionRate,
      renterCommissionRate: categories.renterCommissionRate,
    })
    .from(categories)
    .orderBy(categories.position, categories.name)
    .prepare("categories_in_order"),
);

const selectCategories = (db: Db): Promise<Category[]> => allCategories(db).execute();

type ManagedCategory = typeof categories.$inferSelect;
export type CategoryChanges = Partial<Omit<ManagedCategory, "id" | "slug" | "position">>;

const itemCount = (db: Db) =>
  db
    .select({ categoryId: itemCategories.categoryId, itemCount: count().as("item_count") })
    .from(itemCategories)
    .innerJoin(items, eq(items.id, itemCategories.itemId))
    .where(isNull(items.deletedAt))
    .groupBy(itemCategories.categoryId)
    .as("counts");

export type CountedCategory = ManagedCategory & { itemCount: number };

async function selectManagedCategories(db: Db): Promise<CountedCategory[]> {
  const counts = itemCount(db);
  const rows = await db
    .select({ category: categories, itemCount: counts.itemCount })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .orderBy(categories.position, categories.name);
  return rows.map(({ category, itemCount }) => ({ ...category, itemCount: itemCount ?? 0 }));
}

/** Serializes admins, because names, slugs and order depend on all categories. Readers do not wait. */
export async function lockAllCategories(db: Db): Promise<CountedCategory[]> {
  await db.execute(sql`lock table ${categories} in share row exclusive mode`);
  return selectManagedCategories(db);
}

/** Waits for listings that are being added to the category, so that they are counted. */
export async function lockForDeletion(db: Db, id: string): Promise<void> {
  await db.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for("update");
}

export async function insertCategory(db: Db, category: typeof categories.$inferInsert): Promise<void> {
  await db.insert(categories).values(category);
}

export async function updateCategoryRow(db: Db, id: string, changes: CategoryChanges): Promise<void> {
  await db.update(categories).set(changes).where(eq(categories.id, id));
}

/** Assigns positions from 1, in the given order. */
export async function writeOrder(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${categories} set position = place.position
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place (id, position)
    where categories.id = place.id`);
}

/** Deleted listings lose the category; if a live listing still has it, the foreign key prevents the deletion. */
export async function deleteCategoryRow(db: Db, id: string): Promise<void> {
  const deleted = db.select({ id: items.id }).from(items).where(isNotNull(items.deletedAt));
  await db
    .delete(itemCategories)
    .where(and(eq(itemCategories.categoryId, id), inArray(itemCategories.itemId, deleted)));
  await db.delete(categories).where(eq(categories.id, id));
}

export function requireCategory(all: readonly CountedCategory[], id: string): CountedCategory {
  const category = all.find((one) => one.id === id);
  if (!category) throw new AppError("not_found", "Category not found");
  return category;
}

export const getCategory = async (db: Db, id: string): Promise<CountedCategory> =>
  requireCategory(await selectManagedCategories(db), id);

export const listCategories = (db: Db): Promise<Category[]> => selectCategories(db);

export const listAdminCategories = (db: Db): Promise<CountedCategory[]> => selectManagedCategories(db);
