import { and, asc, eq, gt, isNotNull, isNull, notInArray } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../accounts/public.ts";
import { categories, items } from "../listings/public.ts";

/** Few are suspended: they are read once, not looked up for each listing. */
const isLive = (db: Db) => {
  const suspended = db.select({ id: users.id }).from(users).where(isNotNull(users.suspendedAt));
  return and(eq(items.isAvailable, true), isNull(items.deletedAt), notInArray(items.ownerId, suspended));
};

/** Live listings after an id, in the order of ids. */
export async function selectListings(db: Db, after: string, most: number) {
  return db
    .select({ id: items.id, updatedAt: items.updatedAt })
    .from(items)
    .where(and(isLive(db), gt(items.id, after)))
    .orderBy(asc(items.id))
    .limit(most);
}

/** The id of the last of so many live listings after an id; null when there are not so many. */
export async function findNth(db: Db, after: string, nth: number): Promise<string | null> {
  const [row] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(isLive(db), gt(items.id, after)))
    .orderBy(asc(items.id))
    .offset(nth - 1)
    .limit(1);
  return row?.id ?? null;
}

export async function selectCategorySlugs(db: Db): Promise<string[]> {
  const rows = await db.select({ slug: categories.slug }).from(categories).orderBy(asc(categories.position));
  return rows.map(({ slug }) => slug);
}
