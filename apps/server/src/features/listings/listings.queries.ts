import type { Listing } from "@nexby/contract/listings/listing-fields";
import { cents } from "@nexby/domain/kernel/money";
import type { FoodTruckTerms } from "@nexby/domain/pricing/food-truck-price";
import { and, type Column, count, desc, eq, exists, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { listOf, prepared, rowsOf } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import type { Place } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import {
  categories,
  foodTruckSettings,
  type ItemCard,
  itemCards,
  itemCategories,
  itemStats,
  items,
} from "../../schema/listings.ts";
import { itemPhotos, photos } from "../../schema/photos.ts";
import type { FindOwnerRecord } from "../accounts/public.ts";

export const foodTruckTerms = (truck: FoodTruckRow): FoodTruckTerms => ({
  ...truck,
  perPersonPriceCents: cents(truck.perPersonPriceCents),
  appearanceFeeCents: cents(truck.appearanceFeeCents),
  baseTravelFeeCents: cents(truck.baseTravelFeeCents),
  travelFeePerMileCents: cents(truck.travelFeePerMileCents),
  tieredPricing: truck.tieredPricing.map((tier) => ({
    ...tier,
    perPersonPriceCents: cents(tier.perPersonPriceCents),
  })),
});

/** Each field is a column of the same name. */
type FoodTruckFields = Pick<typeof foodTruckSettings.$inferInsert, keyof NonNullable<Listing["foodTruck"]>>;
export type FoodTruckRow = typeof foodTruckSettings.$inferSelect;

const byItem = prepared((db) =>
  db
    .select()
    .from(foodTruckSettings)
    .where(eq(foodTruckSettings.itemId, sql.placeholder("itemId")))
    .prepare("food_truck_by_item"),
);

/** For use in a query on items. */
export const isFoodTruck = (itemId: Column): SQL<boolean> =>
  sql`exists (select from food_truck_settings where item_id = ${itemId})`;

export async function findFoodTruck(db: Db, itemId: string): Promise<FoodTruckRow | null> {
  const [row] = await byItem(db).execute({ itemId });
  return row ?? null;
}

/** Passing null removes the settings. */
export async function saveFoodTruck(db: Db, itemId: string, fields: FoodTruckFields | null): Promise<void> {
  if (fields === null) {
    await db.delete(foodTruckSettings).where(eq(foodTruckSettings.itemId, itemId));
    return;
  }
  await db
    .insert(foodTruckSettings)
    .values({ ...fields, itemId })
    .onConflictDoUpdate({ target: foodTruckSettings.itemId, set: fields });
}

export async function isMenuShown(db: Db, menuFileKey: string): Promise<boolean> {
  const [truck] = await db
    .select({ itemId: foodTruckSettings.itemId })
    .from(foodTruckSettings)
    .where(eq(foodTruckSettings.menuFileKey, menuFileKey))
    .limit(1);
  return truck !== undefined;
}

/**
 * Qualified with the table name: otherwise drizzle omits it in single-table queries, and the subquery would use its
 * own `id`.
 */
const itemId = sql`${items}."id"`;

type CategoryName = { id: string; name: string };

/** In the owner's order. */
const categoriesOfItem = sql<CategoryName[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by ic.position), '[]'::json)
  from ${itemCategories} ic join ${categories} c on c.id = ic.category_id
  where ic.item_id = ${itemId}
)`;

type ItemPhoto = { key: string; placeholder: string };

/** In the owner's order, cover first. */
export const photosOfItem = sql<ItemPhoto[]>`(
  select coalesce(json_agg(json_build_object('key', p.key, 'placeholder', p.placeholder) order by ip.position), '[]'::json)
  from ${itemPhotos} ip join ${photos} p on p.id = ip.photo_id
  where ip.item_id = ${itemId}
)`;

/** Public rental terms. */
export const TERMS = {
  timezone: items.timezone,
  depositAmountCents: items.depositAmountCents,
  cleaningFeeCents: items.cleaningFeeCents,
  lateReturnFeeCents: items.lateReturnFeeCents,
  setupFlatFeeCents: items.setupFlatFeeCents,
  setupPerUnitFeeCents: items.setupPerUnitFeeCents,
  minRentalDays: items.minRentalDays,
  maxRentalDays: items.maxRentalDays,
  offerPickup: items.offerPickup,
  offerMeetup: items.offerMeetup,
  offerDelivery: items.offerDelivery,
  deliveryFeeCents: items.deliveryFeeCents,
  deliveryRadius: items.deliveryRadius,
  allowQuantity: items.allowQuantity,
  quantityTotal: items.quantityTotal,
  quantityMinPerBooking: items.quantityMinPerBooking,
  quantityMaxPerBooking: items.quantityMaxPerBooking,
  cancellationPolicy: items.cancellationPolicy,
  replacementValueCents: items.replacementValueCents,
  pieces: items.pieces,
  availabilityNotes: items.availabilityNotes,
  isInstant: items.isInstant,
  turnaroundMinutes: items.turnaroundMinutes,
};

/** Current names, not a snapshot. */
const OWNER = {
  ownerFirstName: users.firstName,
  ownerLastName: users.lastName,
  ownerProfileImageUrl: users.profileImageUrl,
};

const CARD = { card: itemCards.card, ...OWNER };

const DETAIL = {
  id: items.id,
  title: items.title,
  description: items.description,
  photos: photosOfItem,
  dailyRateCents: items.dailyRateCents,
  condition: items.condition,
  isAvailable: items.isAvailable,
  location: items.location,
  publicLatitude: items.publicLatitude,
  publicLongitude: items.publicLongitude,
  ownerId: items.ownerId,
  ...OWNER,
  categories: categoriesOfItem,
  reviewCount: sql<number>`coalesce(${itemStats.reviewCount}, 0)`,
  ratingSum: sql<number>`coalesce(${itemStats.ratingSum}, 0)`,
  ...TERMS,
};

type Owner = { ownerFirstName: string | null; ownerLastName: string | null; ownerProfileImageUrl: string | null };
export type ItemRow = ItemCard & Owner;
export type ItemDetailRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

const itemOf = ({ card, ...owner }: { card: ItemCard } & Owner): ItemRow => Object.assign(card, owner);

/** Listings of suspended owners are hidden until the suspension ends; existing bookings still show them. */
const isOwnerActive = isNull(users.suspendedAt);

const newestFirst = (db: Db, condition: SQL | undefined) =>
  db
    .select({ ...CARD, createdAt: items.createdAt })
    .from(items)
    .innerJoin(itemCards, eq(itemCards.itemId, items.id))
    .innerJoin(users, eq(users.id, items.ownerId))
    .where(and(isNull(items.deletedAt), isOwnerActive, condition))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(sql.placeholder("limit"));

/** Row comparison, so that the index on (created_at, id) provides both the start and the order. */
const isAfterCursor = sql`(${items.createdAt}, ${items.id}) < (${sql.placeholder("createdAt")}::timestamptz, ${sql.placeholder("id")}::uuid)`;

const isInCategory = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(itemCategories)
      .innerJoin(categories, eq(categories.id, itemCategories.categoryId))
      .where(
        and(
          eq(itemCategories.itemId, items.id),
          or(
            eq(categories.slug, sql.placeholder("category")),
            eq(categories.name, sql.placeholder("category")),
            sql`${categories.id}::text = ${sql.placeholder("category")}`,
          ),
        ),
      ),
  );

const isOfOwner = eq(items.ownerId, sql.placeholder("owner"));

const itemsOfOwner = prepared((db) => newestFirst(db, and(isAfterCursor, isOfOwner)).prepare("items_newest_of_owner"));
const itemsOfOwnerAndCategory = prepared((db) =>
  newestFirst(db, and(isAfterCursor, isOfOwner, isInCategory(db))).prepare("items_newest_of_owner_and_category"),
);
const itemById = prepared((db) =>
  db
    .select(DETAIL)
    .from(items)
    .innerJoin(users, eq(users.id, items.ownerId))
    .leftJoin(itemStats, eq(itemStats.itemId, items.id))
    .where(and(eq(items.id, sql.placeholder("id")), isNull(items.deletedAt), isOwnerActive))
    .prepare("item_by_id"),
);

type Page = { after: Place | null; category: string | null; owner: string; limit: number };

const FIRST_PAGE = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** Includes paused listings. */
export async function selectItemsOfOwner(db: Db, { after, category, owner, limit }: Page) {
  const place = after ? { createdAt: after.createdAt.toISOString(), id: after.id } : FIRST_PAGE;
  const query = category === null ? itemsOfOwner : itemsOfOwnerAndCategory;
  const rows = await query(db).execute({ ...place, limit, category, owner });
  return rows.map(({ createdAt, ...row }) => ({ ...itemOf(row), createdAt }));
}

export async function findItem(db: Db, id: string) {
  const [row] = await itemById(db).execute({ id });
  return row ?? null;
}

type CardOfOwner = [card: ItemCard, firstName: string | null, lastName: string | null, picture: string | null];

const itemsByIds = prepared((db) =>
  db
    .select({ list: listOf<CardOfOwner>(itemCards.card, users.firstName, users.lastName, users.profileImageUrl) })
    .from(itemCards)
    .innerJoin(users, eq(users.id, itemCards.ownerId))
    .where(
      sql`${itemCards.itemId} = any (${sql.placeholder("ids")}::uuid[]) and ${isOwnerActive}
        and (${itemCards.isAvailable} or ${sql.placeholder("isPausedShown")}::boolean)`,
    )
    .prepare("items_by_ids"),
);

type Visibility = { isPausedShown: boolean };

/** In the order of the ids, without deleted listings, listings of suspended owners and (by default) paused ones. */
export async function findItemsByIds(
  db: Db,
  ids: readonly string[],
  { isPausedShown }: Visibility = { isPausedShown: false },
): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const rows = rowsOf(await itemsByIds(db).execute({ ids, isPausedShown }));
  const known = new Map(
    rows.map(([card, ownerFirstName, ownerLastName, ownerProfileImageUrl]) => [
      card.id,
      itemOf({ card, ownerFirstName, ownerLastName, ownerProfileImageUrl }),
    ]),
  );
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function countItems(db: Db, ids: readonly string[]): Promise<number> {
  const [row] = await db
    .select({ found: count() })
    .from(items)
    .where(and(inArray(items.id, [...ids]), isNull(items.deletedAt)));
  return row?.found ?? 0;
}

export async function countOwnedItems(db: Db, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ owned: count() })
    .from(items)
    .where(and(eq(items.ownerId, ownerId), isNull(items.deletedAt)));
  return row?.owned ?? 0;
}

export async function getItem(db: Db, findOwnerRecord: FindOwnerRecord, itemId: string) {
  const item = await findItem(db, itemId);
  if (!item) throw new AppError("not_found", "Item not found");
  const record = await findOwnerRecord(db, item.ownerId);
  return { item, record, foodTruck: await findFoodTruck(db, itemId) };
}

/** Any visitor may subscribe to events of listed items. */
export const isListed = (db: Db) => async (_viewer: unknown, itemIds: readonly string[]) =>
  (await countItems(db, itemIds)) === itemIds.length;
