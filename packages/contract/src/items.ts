import { CANCELLATION_POLICIES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { pageQuery } from "./paging.ts";

const decimal = z.string().regex(/^\d+\.\d{2}$/);

/** An item as the public sees it: no email of its owner, and a position that is only near. */
const itemView = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()).describe("Addresses of the photos, cover first"),
  dailyRate: decimal,
  ownerId: z.uuid(),
  owner: z.object({
    id: z.uuid(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.email().nullable().describe("Not shown to the public"),
    profileImageUrl: z.string().nullable(),
  }),
  category: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  location: z.string(),
  latitude: z.number().describe("Within about 500 m of the item"),
  longitude: z.number().describe("Within about 500 m of the item"),
  isAvailable: z.boolean(),
  condition: z.enum(ITEM_CONDITIONS),
  averageRating: z.number().min(1).max(5).nullable(),
  reviewCount: z.int().nonnegative(),
});
export type ItemView = z.infer<typeof itemView>;

/** One item with everything its owner asks of a rental. */
const itemDetailView = itemView.extend({
  categories: z.array(z.object({ id: z.uuid(), name: z.string() })),
  timezone: z.string(),
  depositAmount: decimal,
  cleaningFee: decimal,
  lateReturnFee: decimal,
  setupFlatFeeCents: z.int().nonnegative(),
  setupPerUnitFeeCents: z.int().nonnegative(),
  minRentalDays: z.int().positive(),
  maxRentalDays: z.int().positive().nullable(),
  offerPickup: z.boolean(),
  offerMeetup: z.boolean(),
  offerDelivery: z.boolean(),
  deliveryFee: decimal,
  deliveryRadius: z.number().nonnegative().nullable().describe("Miles"),
  allowQuantity: z.boolean(),
  quantityTotal: z.int().positive(),
  quantityMinPerBooking: z.int().positive(),
  quantityMaxPerBooking: z.int().positive().nullable(),
  cancellationPolicy: z.enum(CANCELLATION_POLICIES),
});
export type ItemDetailView = z.infer<typeof itemDetailView>;

export const listItems = endpoint({
  method: "GET",
  path: "/api/items",
  summary: "Items, newest first",
  access: "public",
  query: z.object({
    ...pageQuery,
    category: z.string().min(1).max(100).optional().describe("A category's slug, id or exact name"),
    owner: z.uuid({ error: "Owner must be the id of a person" }).optional().describe("The id of whose items"),
  }),
  response: z.array(itemView),
  errors: ["validation_failed"],
});

export const getItem = endpoint({
  method: "GET",
  path: "/api/items/:itemId",
  summary: "One item",
  access: "public",
  params: z.object({ itemId: z.uuid() }),
  response: itemDetailView,
  errors: ["not_found"],
});
