import { UNFULFILLED_STATUSES } from "@nexby/domain/bookings/statuses";
import type { Position } from "@nexby/domain/kernel/distance";
import { MIN_PEOPLE, type SharedInterest, type Signal } from "@nexby/domain/recommendations/rank-recommendations";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { recentlyViewed, userFavorites } from "../../schema/collections.ts";
import { itemCategories, itemStats, items } from "../../schema/listings.ts";

/** The search index stores positions in the Mercator projection. */
const onMap = (latitude: unknown, longitude: unknown) =>
  sql`point(${longitude}::float8, degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, ${latitude}::float8))) / 2))))`;

const byCategory = sql`item_categories join search_categories using (category_id)`;

/** Oversampling factor: for some of the nearest items, the category is not their first one. */
const OVERSAMPLING = 4;

export type Pair = { becauseItemId: string; itemId: string };

/**
 * The nearest live items with the same first category, for each given item. All other conditions go outside the inner
 * query: inside it, the planner would read and sort the whole category.
 */
export async function selectNearestOfKind(db: Db, itemIds: readonly string[], limitPerItem: number): Promise<Pair[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await db.execute<Pair>(sql`
    select kind.item_id as "becauseItemId", near.item_id as "itemId"
    from (
      select items.id as item_id, number, ${onMap(sql`public_latitude`, sql`public_longitude`)} as at
      from ${items} join (select item_id, number from ${byCategory} where item_categories.position = 1) as first
        on first.item_id = items.id
      where items.id = any (${sql.param([...itemIds])}::uuid[])
    ) as kind
    cross join lateral (
      select item_id
      from (
        select item_id, categories from item_search
        where category = kind.number order by item_search.at <-> kind.at limit ${limitPerItem * OVERSAMPLING}
      ) as nearest
      where categories[1] = kind.number and item_id <> kind.item_id
      limit ${limitPerItem}
    ) as near`);
  return rows;
}

/** The nearest live items of any category. */
export async function selectNearest(db: Db, { latitude, longitude }: Position, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ itemId: string }>(sql`
    select item_id as "itemId" from item_search
    where category = 0 order by at <-> ${onMap(latitude, longitude)} limit ${limit}`);
  return rows.map(({ itemId }) => itemId);
}

/** Used when the user's location is unknown. */
export async function selectBestRated(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ itemId: string }>(sql`
    select item_id as "itemId" from item_search
    where category = 0 order by rating desc, item_id desc limit ${limit}`);
  return rows.map(({ itemId }) => itemId);
}

const FACTS = {
  id: items.id,
  title: items.title,
  description: items.description,
  dailyRateCents: items.dailyRateCents,
  latitude: items.publicLatitude,
  longitude: items.publicLongitude,
  views: sql<number>`coalesce(${itemStats.viewCount}, 0)`,
  reviews: sql<number>`coalesce(${itemStats.reviewCount}, 0)`,
  kindId: itemCategories.categoryId,
};

const isOneOf = (itemIds: readonly string[]) => sql`${items.id} = any (${sql.param([...itemIds])}::uuid[])`;

const selectFacts = (db: Db) =>
  db
    .select(FACTS)
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .leftJoin(itemCategories, and(eq(itemCategories.itemId, items.id), eq(itemCategories.position, 1)));

export type Facts = Omit<Awaited<ReturnType<typeof selectFacts>>[number], "latitude" | "longitude"> & {
  position: Position;
};

const withPosition = (rows: Awaited<ReturnType<typeof selectFacts>>): Facts[] =>
  rows.map(({ latitude, longitude, ...facts }) => ({ ...facts, position: { latitude, longitude } }));

/** Includes paused and deleted items, which still serve for comparison. */
export async function findFacts(db: Db, itemIds: readonly string[]): Promise<Facts[]> {
  if (itemIds.length === 0) return [];
  return withPosition(await selectFacts(db).where(isOneOf(itemIds)));
}

/** Live items of owners who are not suspended, without the user's own. */
export async function findRecommendable(
  db: Db,
  itemIds: readonly string[],
  exceptOwnerId: string | null,
): Promise<Facts[]> {
  if (itemIds.length === 0) return [];
  return withPosition(
    await selectFacts(db).where(
      and(
        isOneOf(itemIds),
        eq(items.isAvailable, true),
        isNull(items.deletedAt),
        isNull(users.suspendedAt),
        exceptOwnerId === null ? undefined : ne(items.ownerId, exceptOwnerId),
      ),
    ),
  );
}

const MAX_SIGNALS = 12;
const MAX_NEIGHBORS = 40;
const MAX_TASTES = 25;
const MAX_SHARED = 200;

type SignalRow = { itemId: string; kind: Signal["kind"]; at: string };

/** Paid, and neither canceled nor fully refunded: a reliable signal of interest. */
const isPaid = sql`payment_status in ('captured', 'partially_refunded') and status not in ${UNFULFILLED_STATUSES}`;
const bookedAt = sql`coalesce(approved_at, created_at)`;

/** The latest views, favorites and bookings of a user, each read by its own index. Deleted listings are ignored. */
export async function selectSignals(db: Db, userId: string): Promise<Signal[]> {
  const { rows } = await db.execute<SignalRow>(sql`
    select item_id as "itemId", kind, at
    from (
      (select item_id, 'viewed' as kind, viewed_at as at from ${recentlyViewed} where user_id = ${userId}
        order by viewed_at desc, item_id desc limit ${MAX_SIGNALS})
      union all
      (select item_id, 'favorite', created_at from ${userFavorites} where user_id = ${userId}
        order by created_at desc, item_id desc limit ${MAX_SIGNALS})
      union all
      (select item_id, 'booked', ${bookedAt} from ${bookings} where renter_id = ${userId} and ${isPaid}
        order by ${bookedAt} desc, id desc limit ${MAX_SIGNALS})
    ) as shown
    where exists (select 1 from ${items} where items.id = item_id and deleted_at is null)`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/**
 * Other items viewed, saved or booked by people who did the same with one of the given items. The number of people
 * per item and of items per person is capped, which bounds the cost. Results from fewer than MIN_PEOPLE people are
 * left out for privacy.
 */
export async function selectSharedInterests(
  db: Db,
  itemIds: readonly string[],
  exceptUserId: string | null,
): Promise<SharedInterest[]> {
  if (itemIds.length === 0) return [];
  const isOtherUser = sql`user_id is distinct from ${exceptUserId}::uuid`;
  const { rows } = await db.execute<SharedInterest>(sql`
    with neighbors as (
      select known.item_id as because_item_id, user_id
      from unnest(${sql.param([...itemIds])}::uuid[]) as known (item_id)
      cross join lateral (
        (select user_id from ${recentlyViewed} where item_id = known.item_id and ${isOtherUser}
          order by user_id desc limit ${MAX_NEIGHBORS})
        union
        (select user_id from ${userFavorites} where item_id = known.item_id and ${isOtherUser}
          order by user_id desc limit ${MAX_NEIGHBORS})
        union
        (select renter_id from ${bookings}
          where item_id = known.item_id and ${isPaid} and renter_id is distinct from ${exceptUserId}::uuid
          order by start_at desc limit ${MAX_NEIGHBORS})
      ) as interested
    ),
    tastes as (
      select neighbor.user_id, liked.item_id
      from (select distinct user_id from neighbors) as neighbor
      cross join lateral (
        (select item_id from ${recentlyViewed} where user_id = neighbor.user_id
          order by viewed_at desc, item_id desc limit ${MAX_TASTES})
        union
        (select item_id from ${userFavorites} where user_id = neighbor.user_id
          order by created_at desc, item_id desc limit ${MAX_TASTES})
        union
        (select item_id from ${bookings} where renter_id = neighbor.user_id and ${isPaid}
          order by start_at desc, id desc limit ${MAX_TASTES})
      ) as liked
    )
    select because_item_id as "becauseItemId", item_id as "itemId", count(*)::int as people
    from neighbors join tastes using (user_id)
    where item_id <> because_item_id
    group by because_item_id, item_id
    having count(*) >= ${MIN_PEOPLE}
    order by count(*) desc, because_item_id, item_id
    limit ${MAX_SHARED}`);
  return rows;
}
