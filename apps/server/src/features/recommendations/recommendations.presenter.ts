import type { RecommendationView } from "@nexby/contract/recommendations";
import { presentItem } from "../listings/public.ts";
import type { RecommendedItem } from "./use-cases/list-recommendations.ts";

export function presentRecommendation({ item, reason, ...row }: RecommendedItem): RecommendationView {
  const { becauseItemId: id, becauseTitle: title } = row;
  return { item: presentItem(item), reason, because: id !== null && title !== null ? { id, title } : null };
}
