import { FEWEST_PEOPLE, type SharedInterest, type Signal } from "@nexby/domain/recommendations/rank-recommendations";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { bookings } from "../bookings/public.ts";
import { userFavorites } from "../favorites/public.ts";
import { items } from "../listings/public.ts";
import { recentlyViewed } from "../recently-viewed/public.ts";

const MOST_SIGNALS = 12;
const MOST_NEIGHBORS = 40;
const MOST_TASTES = 25;
const MOST_SHARED = 200;

type SignalRow = { itemId: string; kind: Signal["kind"]; at: string };

/** Paid for, and neither called off nor given back: only then somebody wanted it for sure. */
const isPaid = sql`payment_status in ('captured', 'partially_refunded') and status not in ('canceled', 'declined', 'expired')`;
const bookedAt = sql`coalesce(approved_at, created_at)`;

/** What a person looked at, saved and booked last, each by its own index; what was taken down says nothing any more. */
export async function selectSignals(db: Db, userId: string): Promise<Signal[]> {
  const { rows } = await db.execute<SignalRow>(sql`
    select item_id as "itemId", kind, at
    from (
      (select item_id, 'viewed' as kind, viewed_at as at from ${recentlyViewed} where user_id = ${userId}
        order by viewed_at desc, item_id desc limit ${MOST_SIGNALS})
      union all
      (select item_id, 'favorite', created_at from ${userFavorites} where user_id = ${userId}
        order by created_at desc, item_id desc limit ${MOST_SIGNALS})
      union all
      (select item_id, 'booked', ${bookedAt} from ${bookings} where renter_id = ${userId} and ${isPaid}
        order by ${bookedAt} desc, id desc limit ${MOST_SIGNALS})
    ) as shown
    where exists (select 1 from ${items} where items.id = item_id and deleted_at is null)`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/**
 * What else people look at, save and book who did so with one of these items. Of an item that very many like, some of them
 * are asked, and of each some of what they like last: the cost has a bound, whatever grows. Fewer than a few people are
 * not told at all.
 */
export async function selectSharedInterests(
  db: Db,
  itemIds: readonly string[],
  exceptUserId: string | null,
): Promise<SharedInterest[]> {
  if (itemIds.length === 0) return [];
  const isSomebodyElse = sql`user_id is distinct from ${exceptUserId}::uuid`;
  const { rows } = await db.execute<SharedInterest>(sql`
    with neighbors as (
      select known.item_id as because_item_id, user_id
      from unnest(${sql.param([...itemIds])}::uuid[]) as known (item_id)
      cross join lateral (
        (select user_id from ${recentlyViewed} where item_id = known.item_id and ${isSomebodyElse}
          order by user_id desc limit ${MOST_NEIGHBORS})
        union
        (select user_id from ${userFavorites} where item_id = known.item_id and ${isSomebodyElse}
          order by user_id desc limit ${MOST_NEIGHBORS})
        union
        (select renter_id from ${bookings}
          where item_id = known.item_id and ${isPaid} and renter_id is distinct from ${exceptUserId}::uuid
          order by start_at desc limit ${MOST_NEIGHBORS})
      ) as interested
    ),
    tastes as (
      select neighbor.user_id, liked.item_id
      from (select distinct user_id from neighbors) as neighbor
      cross join lateral (
        (select item_id from ${recentlyViewed} where user_id = neighbor.user_id
          order by viewed_at desc, item_id desc limit ${MOST_TASTES})
        union
        (select item_id from ${userFavorites} where user_id = neighbor.user_id
          order by created_at desc, item_id desc limit ${MOST_TASTES})
        union
        (select item_id from ${bookings} where renter_id = neighbor.user_id and ${isPaid}
          order by start_at desc, id desc limit ${MOST_TASTES})
      ) as liked
    )
    select because_item_id as "becauseItemId", item_id as "itemId", count(*)::int as people
    from neighbors join tastes using (user_id)
    where item_id <> because_item_id
    group by because_item_id, item_id
    having count(*) >= ${FEWEST_PEOPLE}
    order by count(*) desc, because_item_id, item_id
    limit ${MOST_SHARED}`);
  return rows;
}
