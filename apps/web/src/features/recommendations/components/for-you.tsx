import type { ItemView } from "@nexby/contract/items";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { CARD_COLUMNS } from "../../../components/ui/card-columns.ts";
import { recommendations } from "../api/recommendations.ts";
import { reasonWordsOf } from "../reason-words.ts";

const SHOWN = 8;

type Props = { card: (item: ItemView) => ReactNode; placeholders: ReactNode };

/** Each with its reason. A home without recommendations says nothing about them. */
export function ForYou({ card, placeholders }: Props) {
  const heading = useId();
  const { data, isError } = useQuery(recommendations());

  if (data?.length === 0 || (isError && !data)) return null;
  return (
    <section aria-labelledby={heading} className="page-width">
      <h2 id={heading} className="mb-5 display-type text-2xl">
        For you
      </h2>
      {data ? (
        <ul className={CARD_COLUMNS.four}>
          {data.slice(0, SHOWN).map((one) => (
            <li key={one.item.id} className="min-w-0">
              {card(one.item)}
              <p className="mt-1 text-pretty text-muted text-sm">{reasonWordsOf(one)}</p>
            </li>
          ))}
        </ul>
      ) : (
        placeholders
      )}
    </section>
  );
}
