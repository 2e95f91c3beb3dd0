import { SlidersHorizontal } from "lucide-react";
import { filtersRequest } from "../../../lib/filters-request.ts";
import type { Search } from "../../../lib/search-address.ts";
import { countFilters } from "../chips.ts";
import { PillButton } from "./pill-button.tsx";

export function FiltersButton({ search }: { search: Search }) {
  const count = countFilters(search);
  return (
    <PillButton Icon={SlidersHorizontal} isOn={count > 0} onClick={() => filtersRequest.set("all")}>
      Filters{count > 0 && ` · ${count}`}
    </PillButton>
  );
}
