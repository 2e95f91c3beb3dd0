import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { itemView } from "./items.ts";
import { pageQuery } from "./paging.ts";

export const MOST_FAVORITES = 1000;

const oneItem = { params: z.object({ itemId: z.uuid() }) };
const done = z.object({ success: z.literal(true) });

export const listFavorites = endpoint({
  method: "GET",
  path: "/api/favorites",
  summary: "One's favorites, the latest first; paused items too, with isAvailable false",
  access: "signed-in",
  query: z.object(pageQuery),
  response: z.array(itemView),
  errors: ["validation_failed"],
});

export const listFavoriteIds = endpoint({
  method: "GET",
  path: "/api/favorites/ids",
  summary: "Which items are one's favorites, for cards to show",
  access: "signed-in",
  response: z.array(z.uuid()).describe(`At most ${MOST_FAVORITES}`),
  errors: [],
});

export const addFavorite = endpoint({
  method: "PUT",
  path: "/api/favorites/:itemId",
  summary: "Keeps an item as a favorite; once is enough",
  access: "signed-in",
  ...oneItem,
  response: done,
  errors: ["not_found", "too_many_favorites"],
});

export const removeFavorite = endpoint({
  method: "DELETE",
  path: "/api/favorites/:itemId",
  summary: "Keeps an item no longer",
  access: "signed-in",
  ...oneItem,
  response: done,
  errors: [],
});
