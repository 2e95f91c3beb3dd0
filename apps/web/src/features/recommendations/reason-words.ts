import type { RecommendationView } from "@nexby/contract/recommendations";
import { PRODUCT_NAME } from "../../lib/product.ts";

/** Why something is recommended. */
export function reasonWordsOf({ reason, because }: Pick<RecommendationView, "reason" | "because">): string {
  if (because) return `Because you ${reason === "favorite" ? "saved" : "viewed"} ${because.title}`;
  return reason === "near" ? "Popular near you" : `Popular on ${PRODUCT_NAME}`;
}
