import { RECOMMENDATION_REASONS } from "@nexby/domain/recommendations/rank-recommendations";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { itemView } from "./items.ts";

const recommendationView = z.object({
  item: itemView,
  reason: z.enum(RECOMMENDATION_REASONS),
  because: z
    .object({ id: z.uuid(), title: z.string() })
    .nullable()
    .describe("What the person looked at, saved or booked; null for what is popular"),
});
export type RecommendationView = z.infer<typeof recommendationView>;

export const listRecommendations = endpoint({
  method: "GET",
  path: "/api/recommendations",
  summary: "Up to 24 items the person may like, the best first, each with its reason",
  access: "signed-in",
  response: z.array(recommendationView),
  errors: [],
});
