import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { categories, items } from "../listings/public.ts";

const isLive = and(eq(items.isAvailable, true), isNull(items.deletedAt));

/** Live listings after an id, in the order of ids. */
export async function selectListings(db: Db, after: string, most: number) {
  return db
    .select({ id: items.id, updatedAt: items.updatedAt })
    .from(items)
    .where(and(isLive, gt(items.id, after)))
    .orderBy(asc(items.id))
    .limit(most);
}

/** The id of the last of so many live listings after an id; null when there are not so many. */
export async function findNth(db: Db, after: string, nth: number): Promise<string | null> {
  const [row] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(isLive, gt(items.id, after)))
    .orderBy(asc(items.id))
    .offset(nth - 1)
    .limit(1);
  return row?.id ?? null;
}

export async function selectCategorySlugs(db: Db): Promise<string[]> {
  const rows = await db.select({ slug: categories.slug }).from(categories).orderBy(asc(categories.position));
  return rows.map(({ slug }) => slug);
}
