import { CANCELLATION_POLICIES, ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { z } from "zod";
import { ownerRecordView } from "../bookings/bookings.ts";
import { pieceView } from "../bookings/quotes.ts";
import { type SearchQuery, searchQuery } from "../discovery/search.ts";
import { endpoint } from "../endpoint.ts";
import { decimal, done, namedObject, pageQuery } from "../fields.ts";
import { foodTruckView, listingBody, listingChange } from "./listing-fields.ts";

/** An item as the public sees it: without its owner's email, and only with an approximate position. */
export const itemView = namedObject("Item", {
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()).describe("Photo URLs, cover first"),
  placeholder: z.string().nullable().describe("The blurred cover photo as a data URL"),
  dailyRate: decimal,
  ownerId: z.uuid(),
  owner: z.object({
    id: z.uuid(),
    firstName: z.string(),
    lastName: z.string().describe("Its first letter, such as R."),
    email: z.email().nullable().describe("Not shown to the public"),
    profileImageUrl: z.string().nullable(),
  }),
  category: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  location: z.string(),
  latitude: z.number().describe("Within about a third of a mile of the item"),
  longitude: z.number().describe("Within about a third of a mile of the item"),
  isAvailable: z.boolean(),
  condition: z.enum(ITEM_CONDITIONS),
  averageRating: z.number().min(1).max(5).nullable(),
  reviewCount: z.int().nonnegative(),
  isInstant: z.boolean().describe("Whether requests are approved as soon as the card is authorized"),
});
export type ItemView = z.infer<typeof itemView>;

/** An item in a list of results. */
const foundItemView = namedObject("FoundItem", {
  ...itemView.shape,
  repliesFast: z.boolean().describe("The owner usually replies to requests within an hour"),
  trip: z
    .object({
      days: z.int().positive(),
      quantity: z.int().positive(),
      total: decimal.describe("With fees and tax, as quoted for the first handoff the owner offers"),
    })
    .nullable()
    .describe("For the searched dates. Null without dates or if the price depends on guests"),
});
export type FoundItemView = z.infer<typeof foundItemView>;

/** An item with all its rental terms. */
const itemDetailView = namedObject("ItemDetail", {
  ...itemView.shape,
  owner: itemView.shape.owner.extend({ record: ownerRecordView }),
  categories: z.array(z.object({ id: z.uuid(), name: z.string() })),
  placeholders: z.array(z.string()).describe("Blurred photos as data URLs, in the same order as images"),
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
  replacementValueCents: z.int().nonnegative().nullable(),
  pieces: z.array(pieceView).describe("The pieces of one unit. Empty if it isn't a kit"),
  availabilityNotes: z.string().nullable(),
  turnaroundMinutes: z.int().nonnegative(),
  foodTruck: foodTruckView.nullable(),
});
export type ItemDetailView = z.infer<typeof itemDetailView>;

type OwnerQuery = SearchQuery & { owner?: string | undefined };

/** An owner's items are a list, not a search, so only a category may narrow them. */
function isValidOwnerQuery({
  owner,
  limit: _,
  cursor: __,
  category: ___,
  radius: ____,
  ...others
}: OwnerQuery): boolean {
  return owner === undefined || Object.values(others).every((value) => value === undefined);
}

export const listItems = endpoint({
  method: "GET",
  path: "/api/items",
  summary: "Search items, newest first unless sorted otherwise",
  access: "public",
  query: searchQuery
    .safeExtend({
      owner: z
        .uuid({ error: "Owner must be a person's id" })
        .optional()
        .describe("An owner's id. Includes paused items, and combines only with a category"),
    })
    .refine(isValidOwnerQuery, { path: ["owner"], error: "A person's items can only be filtered by category" }),
  response: z.array(foundItemView),
  errors: ["validation_failed"],
});

export const getItem = endpoint({
  method: "GET",
  path: "/api/items/:itemId",
  summary: "Get an item",
  access: "public",
  params: z.object({ itemId: z.uuid() }),
  response: itemDetailView,
  errors: ["not_found"],
});

const ownItem = { params: z.object({ itemId: z.uuid() }) };

/** A listing as only its owner sees it, with every field as it was entered. */
const ownItemView = itemDetailView
  .omit({ owner: true, category: true, placeholder: true, categories: true })
  .extend({
    categoryIds: z.array(z.uuid()),
    location: z.string().describe("As the owner entered it"),
    latitude: z.number().describe("Exact"),
    longitude: z.number().describe("Exact"),
    town: z.string().describe("The public part of the location"),
    viewCount: z.int().nonnegative(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "OwnItem" });
export type OwnItemView = z.infer<typeof ownItemView>;

export const createItem = endpoint({
  method: "POST",
  path: "/api/items",
  summary: "Create a listing",
  access: "approved",
  limits: [{ per: "account", times: 100, seconds: 3600 }],
  body: listingBody,
  response: ownItemView,
  status: 201,
  errors: ["validation_failed", "profile_incomplete"],
});

export const updateItem = endpoint({
  method: "PATCH",
  path: "/api/items/:itemId",
  summary: "Update your listing",
  access: "approved",
  ...ownItem,
  body: listingChange,
  response: ownItemView,
  errors: ["validation_failed", "not_found", "profile_incomplete", "units_unavailable"],
});

export const deleteItem = endpoint({
  method: "DELETE",
  path: "/api/items/:itemId",
  summary: "Delete your listing, unless it has open bookings",
  access: "signed-in",
  ...ownItem,
  response: done,
  errors: ["not_found", "listing_in_use"],
});

export const duplicateItem = endpoint({
  method: "POST",
  path: "/api/items/:itemId/duplicate",
  summary: "Duplicate your listing as a paused copy",
  access: "approved",
  limits: [{ per: "account", times: 100, seconds: 3600 }],
  ...ownItem,
  response: ownItemView,
  status: 201,
  errors: ["not_found", "profile_incomplete"],
});

export const getOwnItem = endpoint({
  method: "GET",
  path: "/api/owner/items/:itemId",
  summary: "Get your listing with every field as entered",
  access: "signed-in",
  ...ownItem,
  response: ownItemView,
  errors: ["not_found"],
});

/** A row of the owner's list. */
const ownItemSummaryView = namedObject("OwnItemSummary", {
  id: z.uuid(),
  title: z.string(),
  cover: z.string().nullable(),
  placeholder: z.string().nullable(),
  dailyRate: decimal,
  isAvailable: z.boolean().describe("False while paused"),
  quantityTotal: z.int().positive(),
  viewCount: z.int().nonnegative(),
  averageRating: z.number().min(1).max(5).nullable(),
  reviewCount: z.int().nonnegative(),
  nextBooking: z.object({ startAt: z.iso.datetime(), endAt: z.iso.datetime() }).nullable(),
  timezone: z.string(),
  createdAt: z.iso.datetime(),
});
export type OwnItemSummaryView = z.infer<typeof ownItemSummaryView>;

export const listOwnItems = endpoint({
  method: "GET",
  path: "/api/owner/items",
  summary: "List your listings, newest first",
  access: "signed-in",
  query: z.object(pageQuery),
  response: z.array(ownItemSummaryView),
  errors: ["validation_failed"],
});

export const listSimilarItems = endpoint({
  method: "GET",
  path: "/api/items/:itemId/similar",
  summary: "List up to six similar items, most similar first",
  access: "public",
  params: z.object({ itemId: z.uuid() }),
  response: z.array(itemView),
  errors: ["not_found"],
});

export const recordItemView = endpoint({
  method: "POST",
  path: "/api/items/:itemId/views",
  summary: "Record a view of a listing, once per visitor and day",
  access: "public",
  limits: [{ per: "address", times: 120, seconds: 60 }],
  params: z.object({ itemId: z.uuid() }),
  response: done,
  errors: ["not_found"],
});
