import { CalendarDays, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { rangeWords } from "../../../lib/day-words.ts";
import { filtersRequest } from "../../../lib/filters-request.ts";
import type { Search } from "../../../lib/search-address.ts";
import { townOf } from "../result-words.ts";
import type { ChangeSearch } from "../use-browse.ts";
import { FiltersButton } from "./filters-button.tsx";
import { PillButton } from "./pill-button.tsx";
import { SortSelect } from "./sort-select.tsx";

type Props = { search: Search; onChange: ChangeSearch; saveSearch: ReactNode };

export function Toolbar({ search, onChange, saveSearch }: Props) {
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
        {dates ? rangeWords(dates.from, dates.to) : "Any dates"}
      </PillButton>
      <SortSelect search={search} onChange={onChange} />
      {saveSearch}
    </div>
  );
}
