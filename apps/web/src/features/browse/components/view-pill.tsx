import { List, Map as MapIcon } from "lucide-react";
import { Link } from "wouter";
import { browsePath, changedSearch, type Search } from "../../../lib/search-address.ts";

/** Where there is room for one of them only: from the list to the map, and back. */
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
