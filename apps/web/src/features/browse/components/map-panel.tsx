import type { ItemView } from "@nexby/contract/items";
import { LazyPart } from "../../../components/ui/lazy-part.tsx";
import { pageIdle } from "../../../lib/page-idle.ts";
import type { Search } from "../../../lib/search-address.ts";
import { ViewPill } from "./view-pill.tsx";

type Props = {
  search: Search;
  /** What the list shows; all there is, or not. */
  items: readonly ItemView[];
  isComplete: boolean;
  isShown: boolean;
  /** Somebody asked for it; else it waits until the page has nothing else to do. */
  isAtOnce: boolean;
  onChange: (changes: Partial<Search>) => void;
};

const loadMap = () => import("./results-map.tsx").then((module) => module.ResultsMap);
const loadMapLater = async () => {
  await pageIdle();
  return loadMap();
};

/** The list does without it, so it comes last and may stay away. */
export function MapPanel({ isShown, isAtOnce, ...props }: Props) {
  return (
    <div
      className={`relative overflow-hidden bg-[var(--map-land)] lg:sticky lg:top-18 lg:h-[calc(100dvh-4.5rem)] lg:border-line lg:border-l ${
        props.search.view === "map"
          ? "max-lg:-mx-4 max-lg:mt-3 max-lg:h-[calc(100dvh-15.5rem)] max-lg:min-h-96 max-lg:border-line max-lg:border-y md:max-lg:-mx-8 md:max-lg:h-[calc(100dvh-9rem)]"
          : "max-lg:hidden"
      }`}
    >
      {isShown && <LazyPart load={isAtOnce ? loadMap : loadMapLater} props={props} isOptional={!isAtOnce} />}
      <div className="pointer-events-none absolute inset-x-0 bottom-9 flex justify-center lg:hidden">
        <ViewPill search={props.search} />
      </div>
    </div>
  );
}
