import type { Db } from "../../../platform/db/db.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { categories } from "../categories.table.ts";

export type Category = Pick<
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

export const selectCategories = (db: Db): Promise<Category[]> => allCategories(db).execute();
