import { Map as MapIcon } from "lucide-react";
import { Link } from "wouter";
import { browsePath, changedSearch, type Search } from "../../../lib/search-address.ts";

/** Where there is room for both: whether the map is beside the list. */
export function MapToggle({ search }: { search: Search }) {
  const isHidden = search.view === "list";
  return (
    <Link
      href={browsePath(changedSearch(search, { view: isHidden ? null : "list" }))}
      className="hidden min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold text-sm transition-colors duration-120 hover:bg-subtle lg:inline-flex"
    >
      <MapIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      {isHidden ? "Show map" : "Hide map"}
    </Link>
  );
}
