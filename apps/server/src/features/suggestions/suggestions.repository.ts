import { inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { users } from "../accounts/public.ts";
import { items } from "../listings/public.ts";

const given = sql.placeholder;
const typed = sql`lower(${given("text")})`;

type Described = { title: string; description: string };

/** In parentheses, so that it is asked of the few that are read and never of all owners. */
const isOwnerThere = sql`(select suspended_at from ${users} where users.id = owner_id) is null`;

/** As the index on beginnings has it; the last character there is closes the range. Many listings are called the same. */
const titlesBeginning = prepared((db: Db) =>
  db
    .select({ title: sql<string>`title` })
    .from(
      sql`(
        select title from ${items}
        where is_available and deleted_at is null and ${isOwnerThere} and left(lower(title), 2) = left(${typed}, 2)
          and lower(title) ~>=~ ${typed} and lower(title) ~<~ (${typed} || chr(1114111))
        order by char_length(title), lower(title) using ~<~
        limit ${given("most")}
      ) as beginning`,
    )
    .groupBy(sql`title`)
    .prepare("titles_beginning"),
);

const newestContaining = prepared((db: Db) =>
  db
    .select({ title: items.title, description: items.description })
    .from(
      sql`(
        select item_id from item_search where category = 0 order by created_at desc, item_id desc limit ${given("most")}
      ) as newest`,
    )
    .innerJoin(items, sql`${items.id} = newest.item_id`)
    .where(sql`strpos(lower(${items.title} || ' ' || ${items.description}), ${typed}) > 0`)
    .prepare("newest_containing"),
);

/** Titles of live listings that begin with a text, among the shortest. */
export async function findTitlesBeginning(db: Db, text: string, most: number): Promise<string[]> {
  const rows = await titlesBeginning(db).execute({ text, most });
  return rows.map(({ title }) => title);
}

/** Those of the newest live listings that contain a text anywhere. */
export async function findNewestContaining(db: Db, text: string, most: number): Promise<Described[]> {
  return newestContaining(db).execute({ text, most });
}

export async function findDescribed(db: Db, itemIds: readonly string[]): Promise<Described[]> {
  if (itemIds.length === 0) return [];
  return db
    .select({ title: items.title, description: items.description })
    .from(items)
    .where(inArray(items.id, [...itemIds]));
}
