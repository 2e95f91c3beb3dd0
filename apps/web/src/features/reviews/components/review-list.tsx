import type { ReviewView } from "@nexby/contract/reviews/reviews";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";
import { ErrorCard } from "../../../components/ui/message-card.tsx";
import { ShowMore } from "../../../components/ui/show-more.tsx";
import { ReviewEntry } from "./review-entry.tsx";

type Pages = UseInfiniteQueryResult<{ pages: { body: ReviewView[] }[] }>;

type Props = { pages: Pages; label: string; empty: string; hasItem?: boolean };

export function ReviewList({ pages, label, empty, hasItem = false }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const reviews = pages.data?.pages.flatMap((page) => page.body) ?? [];

  return (
    <div>
      {pages.isPending && (
        <SkeletonArea label="Loading reviews">
          <SkeletonBar shape="card" className="h-40" />
        </SkeletonArea>
      )}
      {pages.isLoadingError && <ErrorCard onRetry={() => void pages.refetch()} />}
      {pages.data && reviews.length === 0 && <p className="text-pretty text-muted">{empty}</p>}
      {reviews.length > 0 && (
        <ul ref={list} aria-label={label} className="grid grid-cols-1 gap-8">
          {reviews.map((review) => (
            <li key={review.id} className="min-w-0 border-line border-b pb-8 last:border-b-0 last:pb-0">
              <ReviewEntry review={review} hasItem={hasItem} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} count={reviews.length} list={list} problem="We couldn’t load more reviews." />
    </div>
  );
}
