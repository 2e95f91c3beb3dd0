import type { FoundItemView } from "@nexby/contract/listings/items";
import type { Position } from "@nexby/domain/kernel/distance";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, useMemo } from "react";
import { Link } from "wouter";
import magnifyingGlass from "../../../../../../assets/web/magnifying-glass.webp";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { CARD_COLUMNS, type CardColumns } from "../../../components/ui/photo.tsx";
import { browsePath, changedSearch, type Search } from "../../../lib/search-url.ts";
import { alternativeCopy } from "../alternatives.ts";
import { nearestTo } from "../api.ts";
import { NO_FILTERS } from "../copy.ts";
import { useHighlight, useIsHighlighted } from "../use-browse.ts";

type CardFacts = { isFirst: boolean; headingLevel: 2 | 3; from: Position | null };
export type CardSlot = (item: FoundItemView, facts: CardFacts) => ReactNode;

type ResultsListProps = {
  items: readonly FoundItemView[];
  columns: CardColumns;
  facts: Omit<CardFacts, "isFirst">;
  card: CardSlot;
  ref?: Ref<HTMLUListElement>;
};

export function ResultsList({ items, columns, facts, card, ref }: ResultsListProps) {
  return (
    <ul ref={ref} className={CARD_COLUMNS[columns]}>
      {items.map((item, index) => (
        <Entry key={item.id || index} id={item.id}>
          {card(item, { ...facts, isFirst: index === 0 })}
        </Entry>
      ))}
    </ul>
  );
}

/** Hovering a card highlights its pin on the map, and vice versa. */
function Entry({ id, children }: { id: string; children: ReactNode }) {
  const signal = useHighlight();
  const ids = useMemo(() => [id], [id]);
  const isHighlighted = useIsHighlighted(ids, "pin");
  const highlight = () => signal.set({ id, by: "card" });
  const clear = () => signal.set(null);

  return (
    <li
      data-lit={isHighlighted || undefined}
      onPointerEnter={highlight}
      onPointerLeave={clear}
      onFocus={highlight}
      onBlur={clear}
      className="min-w-0 rounded-card outline-offset-8 data-lit:outline-2 data-lit:outline-ring"
    >
      {children}
    </li>
  );
}

type NoResultsProps = { search: Search; categoryName: string | null; columns: CardColumns; card: CardSlot };

/** Explains an empty search and shows the closest matches. */
export function NoResults({ search, categoryName, columns, card }: NoResultsProps) {
  const client = useQueryClient();
  const { data: nearest, isPending } = useQuery(nearestTo(client, search));
  const everything = browsePath(changedSearch(search, NO_FILTERS));
  const isFiltered = everything !== browsePath(search);
  const copy = nearest
    ? alternativeCopy(search, nearest.alternative, categoryName)
    : {
        missing: "No items match.",
        instead: isFiltered ? fallbackCopy(isPending) : "There are no items nearby yet.",
      };

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line border-dashed p-5 sm:p-6">
        <img src={magnifyingGlass} alt="" width={72} height={72} />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="display-type text-balance text-xl">{copy.missing}</h2>
          <p className="mt-1 text-muted">{copy.instead}</p>
        </div>
        {isFiltered && (
          <Link href={everything} className={BUTTON_STYLE.outline}>
            Clear filters
          </Link>
        )}
      </div>
      {nearest && (
        <section aria-label="Closest matches" className="mt-8">
          <ResultsList
            items={nearest.items}
            columns={columns}
            card={card}
            facts={{ headingLevel: 3, from: search.position }}
          />
          <p className="mt-8 text-center">
            <Link href={browsePath(nearest.alternative.search)} className={BUTTON_STYLE.outline}>
              Show all of these
            </Link>
          </p>
        </section>
      )}
    </>
  );
}

const fallbackCopy = (isPending: boolean): string =>
  isPending ? "Looking for the closest matches." : "Try different words or fewer filters, or browse everything.";
