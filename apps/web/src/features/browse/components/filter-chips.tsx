import { X } from "lucide-react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { browsePath, changedSearch, type Search } from "../../../lib/search-address.ts";
import { chipsOf, NO_FILTERS } from "../chips.ts";

type Props = { search: Search; categoryName: string | null; onRemoved: () => void };

/** Everything the results are narrowed by, each to be taken away. */
export function FilterChips({ search, categoryName, onRemoved }: Props) {
  const chips = chipsOf(search, categoryName);
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label="Active filters"
      className="no-scrollbar -mx-4 mt-3 flex items-center gap-2 overflow-x-auto px-4 max-md:*:shrink-0 md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
    >
      {chips.map(({ id, label, without }) => (
        <li key={id} className="min-w-0 max-w-full">
          <Link
            href={browsePath(changedSearch(search, without))}
            onClick={onRemoved}
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-full bg-subtle pr-3 pl-4 font-medium text-sm transition-colors duration-120 hover:bg-sunken"
          >
            <span className="sr-only">Remove filter: </span>
            <span className="min-w-0 truncate">{label}</span>
            <X size={16} strokeWidth={2} aria-hidden="true" className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          href={browsePath(changedSearch(search, NO_FILTERS))}
          onClick={onRemoved}
          className={`${TEXT_LINK_STYLE} px-2 text-sm`}
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
