import { useEffect, useRef } from "react";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import type { Search } from "../../../lib/search-url.ts";
import { isPlaced } from "../copy.ts";
import { useChangeSearch } from "../use-browse.ts";
import { DatesFilter } from "./dates-filter.tsx";
import { PlaceFilter } from "./place-filter.tsx";

export function WherePanel({ search }: { search: Search }) {
  const change = useLiveChange();
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => panel.current?.querySelector("input")?.focus({ preventScroll: true }), []);

  return (
    <div ref={panel}>
      <PlaceFilter key={isPlaced(search) ? "place" : "anywhere"} search={search} onChange={change} />
      {isPlaced(search) && (
        <button
          type="button"
          className={`${TEXT_LINK_STYLE} mt-3 text-sm`}
          onClick={() => change({ position: null, bounds: null })}
        >
          Search anywhere
        </button>
      )}
    </div>
  );
}

export function WhenPanel({ search }: { search: Search }) {
  return <DatesFilter search={search} onChange={useLiveChange()} />;
}

/** Every choice searches at once. All choices of one visit to the panel are one step back. */
function useLiveChange(): (changes: Partial<Search>) => void {
  const change = useChangeSearch();
  const isChanged = useRef(false);
  return (changes) => {
    change(changes, { replace: isChanged.current });
    isChanged.current = true;
    scrollTo({ top: 0 });
  };
}
