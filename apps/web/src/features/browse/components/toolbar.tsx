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
import { localMemory } from "../../../lib/browser/storage.ts";
import { rangeText } from "../../../lib/dates.ts";
import { storedPlace } from "../../../lib/places.ts";
import {
  browsePath,
  changedSearch,
  filtersRequest,
  SEARCH_SORTS,
  type Search,
  type SearchSort,
} from "../../../lib/search-url.ts";
import { chipsOf, countFilters, NO_FILTERS, SORT_LABELS, sortOf, townOf } from "../copy.ts";
import type { ChangeSearch } from "../use-browse.ts";

type ToolbarProps = { search: Search; onChange: ChangeSearch; saveSearchButton: ReactNode };

export function Toolbar({ search, onChange, saveSearchButton }: ToolbarProps) {
  const { position, place, radius, bounds, dates } = search;
  const where = bounds ? "On the map" : position && `${townOf(place) ?? "Near you"} · ${radius} mi`;

  return (
    <div className="no-scrollbar -mx-4 mt-4 flex items-center gap-2 overflow-x-auto px-4 max-md:*:shrink-0 md:mx-0 md:flex-wrap md:overflow-visible md:px-0">
      <div className="md:hidden">
        <FiltersButton search={search} />
      </div>
      <PillButton Icon={MapPin} isOn={where !== null} onClick={() => filtersRequest.set("place")}>
        {where ?? "Anywhere"}
      </PillButton>
      <PillButton Icon={CalendarDays} isOn={dates !== null} onClick={() => filtersRequest.set("dates")}>
        {dates ? rangeText(dates.from, dates.to) : "Any dates"}
      </PillButton>
      <SortSelect search={search} onChange={onChange} />
      {saveSearchButton}
    </div>
  );
}

type SortSelectProps = { search: Search; onChange: ChangeSearch };

function SortSelect({ search, onChange }: SortSelectProps) {
  const sortBy = (sort: SearchSort) => {
    const isPlaced = search.position !== null || search.bounds !== null;
    if (sort !== "distance" || isPlaced) return onChange({ sort });
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

const SHAPE =
  "inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full border px-4 font-semibold text-sm transition-colors duration-120 hover:bg-subtle";

type PillButtonProps = {
  Icon: LucideIcon;
  /** True when its filter is active. */
  isOn?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function PillButton({ Icon, isOn = false, onClick, children }: PillButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className={`${SHAPE} bg-surface ${isOn ? "border-ink" : "border-line"}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 truncate">{children}</span>
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
