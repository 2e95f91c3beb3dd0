import { EXCHANGE_TYPES } from "@nexby/domain/bookings/exchange";
import { ITEM_CONDITIONS } from "@nexby/domain/listings/item-terms";
import { z } from "zod";
import { decimal } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { savedSearchBody, savedSearchChange } from "./saved-search-fields.ts";

export const MOST_SAVED_SEARCHES = 25;

const savedSearchView = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z.string().nullable(),
  category: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }).nullable(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  radius: z.number().positive().describe("Miles"),
  minPrice: decimal,
  maxPrice: decimal.nullable().describe("Null is no maximum"),
  condition: z.array(z.enum(ITEM_CONDITIONS)).describe("None is any"),
  exchange: z.array(z.enum(EXCHANGE_TYPES)).describe("None is any"),
  rating: z.number().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  quantity: z.int().positive().nullable(),
  hasAlerts: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type SavedSearchView = z.infer<typeof savedSearchView>;

const ownSearch = { params: z.object({ searchId: z.uuid() }) };

export const listSavedSearches = endpoint({
  method: "GET",
  path: "/api/saved-searches",
  summary: "One's saved searches, the latest first",
  access: "signed-in",
  response: z.array(savedSearchView),
  errors: [],
});

export const saveSearch = endpoint({
  method: "POST",
  path: "/api/saved-searches",
  summary: "Keeps a search under a name",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  body: savedSearchBody,
  response: savedSearchView,
  status: 201,
  errors: ["validation_failed", "too_many_saved_searches"],
});

export const updateSavedSearch = endpoint({
  method: "PATCH",
  path: "/api/saved-searches/:searchId",
  summary: "Changes what is given of one's own search and leaves the rest",
  access: "signed-in",
  ...ownSearch,
  body: savedSearchChange,
  response: savedSearchView,
  errors: ["validation_failed", "not_found"],
});

export const deleteSavedSearch = endpoint({
  method: "DELETE",
  path: "/api/saved-searches/:searchId",
  summary: "Forgets one's own search",
  access: "signed-in",
  ...ownSearch,
  response: z.object({ success: z.literal(true) }),
  errors: ["not_found"],
});
