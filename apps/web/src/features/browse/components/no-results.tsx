import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import magnifyingGlass from "../../../assets/magnifying-glass.webp";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import type { CardColumns } from "../../../components/ui/card-columns.ts";
import { browsePath, changedSearch, type Search } from "../../../lib/search-address.ts";
import { alternativeWords } from "../alternatives.ts";
import { nearestTo } from "../api/search.ts";
import { NO_FILTERS } from "../chips.ts";
import { unitDaysOf } from "../result-words.ts";
import { type CardSlot, ResultsList } from "./results-list.tsx";

type Props = { search: Search; categoryName: string | null; columns: CardColumns; card: CardSlot };

/** Says what was not found, and shows what comes nearest to it. */
export function NoResults({ search, categoryName, columns, card }: Props) {
  const client = useQueryClient();
  const { data: nearest, isPending } = useQuery(nearestTo(client, search));
  const everything = browsePath(changedSearch(search, NO_FILTERS));
  const isFiltered = everything !== browsePath(search);
  const words = nearest
    ? alternativeWords(search, nearest.alternative, categoryName)
    : {
        missing: "No items match.",
        instead: isFiltered ? otherwise(isPending) : "Nobody nearby has shared anything yet.",
      };

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line border-dashed p-5 sm:p-6">
        <img src={magnifyingGlass} alt="" width={72} height={72} />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="display-type text-balance text-xl">{words.missing}</h2>
          <p className="mt-1 text-muted">{words.instead}</p>
        </div>
        {isFiltered && (
          <Link href={everything} className={BUTTON_STYLE.outline}>
            Clear filters
          </Link>
        )}
      </div>
      {nearest && (
        <section aria-label="What comes nearest" className="mt-8">
          <ResultsList
            items={nearest.items}
            columns={columns}
            card={card}
            facts={{
              headingLevel: 3,
              from: search.position,
              unitDays: unitDaysOf(nearest.alternative.search),
            }}
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

const otherwise = (isPending: boolean): string =>
  isPending ? "Looking for what comes nearest." : "Try fewer or other words or filters, or look through everything.";
