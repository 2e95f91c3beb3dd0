import { CalendarDays, MapPin } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { parseSearchUrl, type Search, useExactSearch } from "../../../lib/search-url.ts";
import { isPlaced, whenText, whereText } from "../copy.ts";
import { useChangeSearch } from "../use-browse.ts";
import { DatesFilter } from "./dates-filter.tsx";
import { PillFace, pillStyle } from "./pill.tsx";
import { PlaceFilter } from "./place-filter.tsx";
import { SearchPopover } from "./search-popover.tsx";

/** The parts of the header's search that follow "What". */
export function WhereAndWhen() {
  const address = useExactSearch();
  const search = useMemo(() => parseSearchUrl(address), [address]);
  return (
    <>
      <Where search={search} className={SEGMENT} face={<SegmentFace title="Where" text={whereText(search)} />} />
      <When search={search} className={SEGMENT} face={<SegmentFace title="When" text={whenText(search)} />} />
    </>
  );
}

/** The same as pills, where the header has no room for them. */
export function WhereAndWhenPills({ search }: { search: Search }) {
  return (
    <>
      <Where
        search={search}
        className={pillStyle(isPlaced(search))}
        face={<PillFace Icon={MapPin}>{whereText(search)}</PillFace>}
      />
      <When
        search={search}
        className={pillStyle(search.dates !== null)}
        face={<PillFace Icon={CalendarDays}>{whenText(search)}</PillFace>}
      />
    </>
  );
}

const SEGMENT =
  "relative h-full min-w-0 shrink-0 basis-28 rounded-full px-3 text-left -outline-offset-2 transition-colors duration-120 before:absolute before:inset-y-3 before:left-0 before:w-px before:bg-line hover:bg-subtle xl:basis-38 xl:px-4";

function SegmentFace({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className="block font-semibold text-sm leading-4.5">{title}</span>{" "}
      <span className="block truncate text-muted text-sm leading-4.5">{text}</span>
    </>
  );
}

type PartProps = { search: Search; className: string; face: ReactNode };

/** Lists of places may be longer than the panel. */
const PLACE_PANEL = "max-md:min-h-[70dvh] md:overflow-visible";

function Where({ search, ...button }: PartProps) {
  return (
    <SearchPopover title="Where" panelClassName={PLACE_PANEL} isFieldFirst {...button}>
      <WherePanel search={search} />
    </SearchPopover>
  );
}

function When({ search, ...button }: PartProps) {
  return (
    <SearchPopover title="When" {...button}>
      <WhenPanel search={search} />
    </SearchPopover>
  );
}

function WherePanel({ search }: { search: Search }) {
  const change = useLiveChange();
  return (
    <>
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
    </>
  );
}

function WhenPanel({ search }: { search: Search }) {
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
