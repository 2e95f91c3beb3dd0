import type { ItemDetailView } from "@nexby/contract/items";
import { Star } from "lucide-react";
import { countOf } from "../../../lib/count-of.ts";

const STARS = [1, 2, 3, 4, 5];

/** How renters rated it. */
export function ReviewsSummary({ item: { averageRating, reviewCount } }: { item: ItemDetailView }) {
  if (averageRating === null) {
    return (
      <p className="text-pretty text-muted">Nobody has reviewed this item yet. Renters can once they bring it back.</p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <p className="display-type text-3xl tabular-nums">{averageRating.toFixed(1)}</p>
      <div>
        <span aria-hidden="true" className="flex gap-0.5">
          {STARS.map((star) => (
            <Star
              key={star}
              size={18}
              strokeWidth={1.75}
              className={star <= Math.round(averageRating) ? "fill-accent text-accent" : "text-line-strong"}
            />
          ))}
        </span>
        <p className="text-muted">
          <span className="sr-only">of 5, </span>from {countOf(reviewCount, "review")}
        </p>
      </div>
    </div>
  );
}
