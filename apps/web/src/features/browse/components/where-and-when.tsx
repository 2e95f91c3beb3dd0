import { CalendarDays, MapPin } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { LazyPart, SkeletonBar } from "../../../components/ui/loading.tsx";
import { parseSearchUrl, type Search, useExactSearch } from "../../../lib/search-url.ts";
import { isPlaced, whenText, whereText } from "../copy.ts";
import { PillFace, pillStyle } from "./pill.tsx";
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

const loadWhere = () => import("./where-and-when-panels.tsx").then((module) => module.WherePanel);
const loadWhen = () => import("./where-and-when-panels.tsx").then((module) => module.WhenPanel);

function Where({ search, ...button }: PartProps) {
  return (
    <SearchPopover title="Where" panelClassName={PLACE_PANEL} {...button}>
      <LazyPart load={loadWhere} props={{ search }} fallback={<SkeletonBar shape="control" className="h-20" />} />
    </SearchPopover>
  );
}

function When({ search, ...button }: PartProps) {
  return (
    <SearchPopover title="When" {...button}>
      <LazyPart load={loadWhen} props={{ search }} fallback={<SkeletonBar shape="control" className="h-80" />} />
    </SearchPopover>
  );
}
