import type * as savedContract from "@nexby/contract/discovery/saved";
import type { RecommendationView } from "@nexby/contract/discovery/saved";
import type { ItemView } from "@nexby/contract/listings/items";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useIsLate } from "../../components/ui/loading.tsx";
import { CARD_COLUMNS } from "../../components/ui/photo.tsx";
import { read } from "../../lib/api/queries.ts";
import { PRODUCT_NAME } from "../../lib/browser/document.ts";

const SHOWN = 8;

type Props = { card: (item: ItemView) => ReactNode; placeholders: ReactNode };

/** Each item with its reason. Renders nothing without recommendations, or while they take too long. */
export function Recommendations({ card, placeholders }: Props) {
  const heading = useId();
  const { data, isError } = useQuery(listRecommendations());
  const isLate = useIsLate(!data);

  if (data?.length === 0 || (!data && (isError || isLate))) return null;
  return (
    <section aria-labelledby={heading} className="page-width">
      <h2 id={heading} className="mb-5 display-type text-2xl">
        For you
      </h2>
      {data ? (
        <ul className={CARD_COLUMNS.four}>
          {data.slice(0, SHOWN).map((recommendation) => (
            <li key={recommendation.item.id} className="min-w-0">
              {card(recommendation.item)}
              <p className="mt-1 text-pretty text-muted text-sm">{reasonCopyOf(recommendation)}</p>
            </li>
          ))}
        </ul>
      ) : (
        placeholders
      )}
    </section>
  );
}

const REASON_VERBS: Partial<Record<RecommendationView["reason"], string>> = {
  viewed: "viewed",
  favorite: "saved",
  booked: "booked",
};

export function reasonCopyOf({ reason, because }: Pick<RecommendationView, "reason" | "because">): string {
  const verb = REASON_VERBS[reason];
  if (because && verb) return `Because you ${verb} ${because.title}`;
  return reason === "near" ? "Popular near you" : `Popular on ${PRODUCT_NAME}`;
}

/** Viewing items changes the recommendations, so they are always refetched. */
const listRecommendations = () => ({
  ...read<typeof savedContract.listRecommendations>("/api/recommendations"),
  staleTime: 0,
});
