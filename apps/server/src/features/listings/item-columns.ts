import { sql } from "drizzle-orm";
import { photos } from "../photos/public.ts";
import { categories } from "./categories.table.ts";
import { itemCategories } from "./item-categories.table.ts";
import { itemPhotos } from "./item-photos.table.ts";
import { items } from "./items.table.ts";

/** With its table's name: in a query of one table a column would be written without, and mean the inner one's. */
const itemId = sql`${items}."id"`;

type CategoryName = { id: string; name: string };

/** First category first, as the owner ordered them. */
export const categoriesOfItem = sql<CategoryName[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by ic.position), '[]'::json)
  from ${itemCategories} ic join ${categories} c on c.id = ic.category_id
  where ic.item_id = ${itemId}
)`;

type ItemPhoto = { key: string; placeholder: string };

/** In the owner's order, the cover first. */
export const photosOfItem = sql<ItemPhoto[]>`(
  select coalesce(json_agg(json_build_object('key', p.key, 'placeholder', p.placeholder) order by ip.position), '[]'::json)
  from ${itemPhotos} ip join ${photos} p on p.id = ip.photo_id
  where ip.item_id = ${itemId}
)`;

/** What the owner asks of a rental, as everybody may know it. */
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
  availabilityNotes: items.availabilityNotes,
  isInstant: items.isInstant,
  turnaroundMinutes: items.turnaroundMinutes,
};
