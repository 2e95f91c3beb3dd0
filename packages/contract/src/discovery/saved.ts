import { RECOMMENDATION_REASONS } from "@nexby/domain/recommendations/rank-recommendations";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, namedObject, pageQuery, wholeNumber } from "../fields.ts";
import { itemView } from "../listings/items.ts";

export const MAX_FAVORITES = 1000;

const oneItem = { params: z.object({ itemId: z.uuid() }) };

export const listFavorites = endpoint({
  method: "GET",
  path: "/api/favorites",
  summary: "List your favorites, newest first",
  access: "signed-in",
  query: z.object(pageQuery),
  response: z.array(itemView),
  errors: ["validation_failed"],
});

export const listFavoriteIds = endpoint({
  method: "GET",
  path: "/api/favorites/ids",
  summary: "List the ids of your favorites",
  access: "signed-in",
  response: z.array(z.uuid()).describe(`At most ${MAX_FAVORITES}`),
  errors: [],
});

export const addFavorite = endpoint({
  method: "PUT",
  path: "/api/favorites/:itemId",
  summary: "Add an item to your favorites",
  access: "signed-in",
  ...oneItem,
  response: done,
  errors: ["not_found", "too_many_favorites"],
});

export const removeFavorite = endpoint({
  method: "DELETE",
  path: "/api/favorites/:itemId",
  summary: "Remove an item from your favorites",
  access: "signed-in",
  ...oneItem,
  response: done,
  errors: [],
});

export const MAX_RECENTLY_VIEWED = 50;

export const listRecentlyViewed = endpoint({
  method: "GET",
  path: "/api/recently-viewed",
  summary: "List items you viewed, latest first",
  access: "signed-in",
  query: z.object({
    limit: wholeNumber("Limit", { least: 1, most: MAX_RECENTLY_VIEWED }).default(MAX_RECENTLY_VIEWED),
  }),
  response: z.array(itemView),
  errors: ["validation_failed"],
});

export const removeRecentView = endpoint({
  method: "DELETE",
  path: "/api/recently-viewed/:itemId",
  summary: "Remove an item from your viewing history",
  access: "signed-in",
  params: z.object({ itemId: z.uuid() }),
  response: done,
  errors: [],
});

export const clearRecentViews = endpoint({
  method: "DELETE",
  path: "/api/recently-viewed",
  summary: "Clear your viewing history",
  access: "signed-in",
  response: done,
  errors: [],
});

const recommendationView = namedObject("Recommendation", {
  item: itemView,
  reason: z.enum(RECOMMENDATION_REASONS),
  because: z
    .object({ id: z.uuid(), title: z.string() })
    .nullable()
    .describe("The viewed, saved or booked item it is based on. Null for popular items"),
});
export type RecommendationView = z.infer<typeof recommendationView>;

export const listRecommendations = endpoint({
  method: "GET",
  path: "/api/recommendations",
  summary: "List up to 24 recommended items, best first",
  access: "signed-in",
  response: z.array(recommendationView),
  errors: [],
});
