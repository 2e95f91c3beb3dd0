import { z } from "zod";
import { wholeNumber } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { itemView } from "./items.ts";

export const MOST_RECENTLY_VIEWED = 50;

const done = z.object({ success: z.literal(true) });

export const listRecentlyViewed = endpoint({
  method: "GET",
  path: "/api/recently-viewed",
  summary: "The items one has looked at last, the latest first; paused ones too, with isAvailable false",
  access: "signed-in",
  query: z.object({
    limit: wholeNumber("Limit", { least: 1, most: MOST_RECENTLY_VIEWED }).default(MOST_RECENTLY_VIEWED),
  }),
  response: z.array(itemView),
  errors: ["validation_failed"],
});

export const forgetView = endpoint({
  method: "DELETE",
  path: "/api/recently-viewed/:itemId",
  summary: "Forgets that one has looked at an item",
  access: "signed-in",
  params: z.object({ itemId: z.uuid() }),
  response: done,
  errors: [],
});

export const forgetAllViews = endpoint({
  method: "DELETE",
  path: "/api/recently-viewed",
  summary: "Forgets everything one has looked at",
  access: "signed-in",
  response: done,
  errors: [],
});
