import { dayOfWeek } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { listOf, prepared, rowsOf } from "../../../platform/db/statements.ts";
import type { Found, Source } from "./ordered-statements.ts";
import type { ResolvedSearch } from "./resolve-search.ts";
import { isInArea } from "./search-area.ts";
import type { CursorPosition as Place, Stay } from "./search-request.ts";

/** A request stops after this many rows and returns what it has with a cursor. */
export const MAX_EXAMINED = 2000;

/** With dates or a quantity some listings will be unavailable, so more are read: a whole page more for a short page. */
const batchSizeFor = ({ stay }: ResolvedSearch, limit: number) =>
  stay ? Math.ceil((limit + 1) * 1.1) + 25 : limit + 1;

type PageRequest = { source: Source; after: Place | null; limit: number };
type Filled = { found: Found[]; resume: Place | null };

export async function collectPage(
  db: Db,
  search: ResolvedSearch,
  { source, after, limit }: PageRequest,
): Promise<Filled> {
  const found: Found[] = [];
  let place = after;
  let target = batchSizeFor(search, limit);
  for (let examined = 0; ; target *= 2) {
    const batch = await source(place, target);
    await addMatches(db, search, { found, rows: batch.rows, limit });
    const last = found[limit - 1];
    if (found.length > limit && last) return { found: found.slice(0, limit), resume: last };
    if (batch.isDone) return { found, resume: null };
    place = batch.end;
    examined += batch.rows.length;
    if (examined >= MAX_EXAMINED) return { found, resume: place };
  }
}

type MatchBatch = { found: Found[]; rows: readonly Found[]; limit: number };

/** Checks area and availability last, and only for as many rows as are likely to be shown. */
export async function addMatches(db: Db, search: ResolvedSearch, { found, rows, limit }: MatchBatch): Promise<void> {
  const inside = rows.filter((row) => !search.area || isInArea(search.area, row));
  if (!search.stay) {
    found.push(...inside);
    return;
  }
  let size = batchSizeFor(search, limit);
  for (let at = 0; at < inside.length && found.length <= limit; at += size, size *= 2) {
    const batch = inside.slice(at, at + size);
    const ids = batch.map(({ id }) => id);
    const bookable = await selectBookable(db, ids, search.stay);
    found.push(...batch.filter(({ id }) => bookable.has(id)));
  }
}

const given = sql.placeholder;

/** Same reading of pickup hours as in quotes: no seconds, and 24:00 becomes 23:59. */
const onClock = (column: string) =>
  sql.raw(`case when ${column} = '24:00' then time '23:59' else date_trunc('minute', ${column}::interval)::time end`);

/** `offset 0`, here and below, makes the planner look up each item by key instead of reading the whole table. */
const withTruck = sql`left join lateral (
  select item_id, setup_time_minutes, prep_lead_time_hours from food_truck_settings where item_id = items.id offset 0
) as truck on true`;

/** A food truck is booked once, whatever the quantity. */
const QUANTITY = sql`case
    when truck.item_id is not null then 1
    else coalesce(${given("quantity")}::integer, case when allow_quantity then quantity_min_per_booking else 1 end)
  end`;

const hasQuantity = sql`asked.quantity <= quantity_total
  and case when allow_quantity
    then asked.quantity between quantity_min_per_booking and coalesce(quantity_max_per_booking, asked.quantity)
    else asked.quantity = 1 and coalesce(quantity_max_per_booking >= 1, true) end`;

const isOffered = sql`items.id = any (${given("ids")}::uuid[]) and items.is_available and items.deleted_at is null`;

const bookable = { list: listOf<[id: string]>(sql`bookable.id`) };

const inQuantity = prepared((db: Db) =>
  db
    .select(bookable)
    .from(
      sql`(
        select items.id
        from items ${withTruck}
        cross join lateral (select ${QUANTITY} as quantity) as asked
        where ${isOffered} and ${hasQuantity}
      ) as bookable`,
    )
    .prepare("search_bookable_quantity"),
);

/**
 * Mirrors the domain's `checkAvailability` for a request without times, for many items at once. Instants are computed
 * once per distinct set of hours. Holds are compared by their ends, not as ranges, because the B-tree index for that
 * takes a fraction of the range index's time. The peak is computed only if the sum of holds exceeds the stock but the
 * largest hold does not.
 */
const inPeriod = prepared((db: Db) =>
  db
    .select(bookable)
    .from(
      sql`(
        with offered as materialized (
          select items.id, timezone, min_rental_days, max_rental_days, quantity_total, asked.quantity,
            ${onClock("default_pickup_start")} as opens, ${onClock("default_dropoff_end")} as closes,
            turnaround_minutes * interval '1 minute' as turnaround,
            coalesce(setup_time_minutes, 0) * interval '1 minute' as setup,
            (select app_now()) + greatest(2, coalesce(prep_lead_time_hours, 0)) * interval '1 hour' as soonest
          from items
          cross join lateral (
            select default_pickup_start, default_dropoff_end, default_available_days from users
            where users.id = owner_id offset 0
          ) as owner
          ${withTruck}
          cross join lateral (select ${QUANTITY} as quantity) as asked
          where ${isOffered} and ${hasQuantity}
            and default_available_days @> array[${given("startDay")}::text, ${given("endDay")}::text]
        ),
        hours as materialized (
          select timezone, opens, closes,
            instant_of(${given("startDate")}::date, opens, timezone) as start_at,
            instant_of(${given("endDate")}::date, closes, timezone) as end_at
          from (select distinct timezone, opens, closes from offered) as kept
        ),
        handoffs as materialized (select * from hours where end_at > start_at)
        select id
        from offered join handoffs using (timezone, opens, closes)
        cross join lateral (
          select (end_at at time zone timezone)::date - (start_at at time zone timezone)::date + 1 as days
        ) as length
        cross join lateral (
          select coalesce(sum(taken.quantity), 0) as sum, coalesce(max(taken.quantity), 0) as largest
          from inventory_holds as taken
          where listing_id = offered.id and released_at is null and (expires_at is null or expires_at > app_now())
            and end_time > start_at - setup - turnaround and start_time < end_at + turnaround
        ) as holds
        where start_at >= soonest
          and days between min_rental_days and coalesce(max_rental_days, days)
          and case
            when holds.sum + quantity <= quantity_total then true
            when holds.largest + quantity > quantity_total then false
            else inventory_peak(id, start_at - setup, end_at, turnaround) + quantity <= quantity_total
          end
      ) as bookable`,
    )
    .prepare("search_bookable_period"),
);

async function selectBookable(db: Db, ids: readonly string[], stay: Stay): Promise<Set<string>> {
  const { dates, quantity } = stay;
  const result = dates
    ? await inPeriod(db).execute({
        ids,
        quantity,
        ...dates,
        startDay: dayOfWeek(dates.startDate),
        endDay: dayOfWeek(dates.endDate),
      })
    : await inQuantity(db).execute({ ids, quantity });
  return new Set(rowsOf(result).map(([id]) => id));
}
