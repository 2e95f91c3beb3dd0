import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { isAfter, type Place } from "../../../platform/paging/page-by-age.ts";
import { inventoryHolds } from "../../inventory/public.ts";
import { photosOfItem } from "../item-columns.ts";
import { itemStats } from "../item-stats.table.ts";
import { items } from "../items.table.ts";

type NextBooking = { startAt: string; endAt: string };

const nextBooking = sql<NextBooking | null>`(
  select json_build_object('startAt', hold.start_time, 'endAt', hold.end_time)
  from ${inventoryHolds} hold
  where hold.listing_id = ${items.id} and hold.released_at is null and hold.kind = 'reservation'
    and hold.end_time > app_now()
  order by hold.start_time limit 1
)`;

export type OwnItemRow = Awaited<ReturnType<typeof selectOwnItems>>[number];

type Page = { after: Place | null; limit: number };

export async function selectOwnItems(db: Db, ownerId: string, { after, limit }: Page) {
  return db
    .select({
      id: items.id,
      title: items.title,
      photos: photosOfItem,
      dailyRateCents: items.dailyRateCents,
      isAvailable: items.isAvailable,
      quantityTotal: items.quantityTotal,
      timezone: items.timezone,
      createdAt: items.createdAt,
      viewCount: itemStats.viewCount,
      reviewCount: itemStats.reviewCount,
      ratingSum: itemStats.ratingSum,
      nextBooking,
    })
    .from(items)
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .where(and(eq(items.ownerId, ownerId), isNull(items.deletedAt), isAfter(after, items, "newest")))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(limit);
}
