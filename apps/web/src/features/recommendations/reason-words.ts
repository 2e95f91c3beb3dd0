import type { RecommendationView } from "@nexby/contract/recommendations";
import { PRODUCT_NAME } from "../../lib/product.ts";

const DONE: Partial<Record<RecommendationView["reason"], string>> = {
  viewed: "viewed",
  favorite: "saved",
  booked: "booked",
};

/** Why something is recommended. */
export function reasonWordsOf({ reason, because }: Pick<RecommendationView, "reason" | "because">): string {
  const done = DONE[reason];
  if (because && done) return `Because you ${done} ${because.title}`;
  return reason === "near" ? "Popular near you" : `Popular on ${PRODUCT_NAME}`;
}
