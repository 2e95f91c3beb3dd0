import {
  CalendarDays,
  ChevronDown,
  List,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  SlidersHorizontal,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { localMemory } from "../../../lib/browser/storage.ts";
import { filtersRequest } from "../../../lib/filters-request.ts";
import { storedPlace } from "../../../lib/places.ts";
import { browsePath, changedSearch, SEARCH_SORTS, type Search, type SearchSort } from "../../../lib/search-url.ts";
import { chipsOf, countFilters, isPlaced, NO_FILTERS, SORT_LABELS, sortOf, whenText, whereText } from "../copy.ts";
import type { ChangeSearch } from "../use-browse.ts";
import { PillFace, pillStyle } from "./pill.tsx";

const loadPills = () => import("./where-and-when.tsx").then((module) => module.WhereAndWhenPills);

type ToolbarProps = { search: Search; onChange: ChangeSearch; saveSearchButton: ReactNode };

export function Toolbar({ search, onChange, saveSearchButton }: ToolbarProps) {
  return (
    <div className="no-scrollbar -mx-4 mt-4 flex items-center gap-2 overflow-x-auto px-4 max-md:*:shrink-0 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
      <div className="flex gap-2 md:hidden">
        <FiltersButton search={search} />
        <LazyPart load={loadPills} props={{ search }} fallback={<PillsBeforeLoad search={search} />} />
      </div>
      <SortSelect search={search} onChange={onChange} />
      {saveSearchButton}
    </div>
  );
}

/** Same size as the pills, so that nothing moves when their code has loaded. */
function PillsBeforeLoad({ search }: { search: Search }) {
  return (
    <>
      <span className={pillStyle(isPlaced(search))}>
        <PillFace Icon={MapPin}>{whereText(search)}</PillFace>
      </span>
      <span className={pillStyle(search.dates !== null)}>
        <PillFace Icon={CalendarDays}>{whenText(search)}</PillFace>
      </span>
    </>
  );
}

type SortSelectProps = { search: Search; onChange: ChangeSearch };

function SortSelect({ search, onChange }: SortSelectProps) {
  const sortBy = (sort: SearchSort) => {
    if (sort !== "distance" || isPlaced(search)) return onChange({ sort });
    // Sorting by distance needs a place to measure from.
    const place = storedPlace(localMemory);
    if (!place) return filtersRequest.set("distance");
    onChange({ sort, position: place, place: place.name });
  };
  // Relevance needs a search text.
  const options = SEARCH_SORTS.filter((sort) => sort !== "relevance" || search.search !== null);

  return (
    <label className="relative inline-flex min-w-0 items-center rounded-full border border-line bg-surface font-semibold text-sm hover:bg-subtle">
      <span className="sr-only">Sort by</span>
      <select
        value={sortOf(search)}
        onChange={(event) => sortBy(event.target.value as SearchSort)}
        className="h-11 min-w-0 appearance-none rounded-full bg-transparent pr-9 pl-4 text-ink"
      >
        {options.map((sort) => (
          <option key={sort} value={sort} className="bg-surface">
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={2}
        aria-hidden="true"
        className="pointer-events-none absolute right-3.5 text-muted"
      />
    </label>
  );
}

export function FiltersButton({ search }: { search: Search }) {
  const count = countFilters(search);
  return (
    <PillButton Icon={SlidersHorizontal} isOn={count > 0} onClick={() => filtersRequest.set("all")}>
      Filters{count > 0 && ` · ${count}`}
    </PillButton>
  );
}

type FilterChipsProps = { search: Search; categoryName: string | null; onRemoved: () => void };

/** A removable chip per active filter. */
export function FilterChips({ search, categoryName, onRemoved }: FilterChipsProps) {
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

type PillButtonProps = {
  Icon: LucideIcon;
  /** True when its filter is active. */
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function PillButton({ Icon, isOn = false, onClick, children }: PillButtonProps) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onClick} className={pillStyle(isOn)}>
      <PillFace Icon={Icon}>{children}</PillFace>
    </button>
  );
}

/** Switches between list and map on narrow screens. */
export function ViewPill({ search }: { search: Search }) {
  const isMap = search.view === "map";
  const Icon = isMap ? List : MapIcon;
  return (
    <Link
      href={browsePath(changedSearch(search, { view: isMap ? null : "map" }))}
      className="pointer-events-auto inline-flex min-h-12 items-center gap-2 rounded-full bg-ink px-6 font-semibold text-surface shadow-deep"
    >
      <Icon size={18} strokeWidth={2} aria-hidden="true" />
      {isMap ? "List" : "Map"}
    </Link>
  );
}
