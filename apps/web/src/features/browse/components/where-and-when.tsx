import { CalendarDays, MapPin } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart, SkeletonBar } from "../../../components/ui/loading.tsx";
import { parseSearchUrl, type Search, useExactSearch } from "../../../lib/search-url.ts";
import { isPlaced, whenText, whereText } from "../copy.ts";
import { PillFace, pillStyle } from "./pill.tsx";

type SearchPopoverProps = {
  title: string;
  face: ReactNode;
  className: string;
  panelClassName?: string;
  children: ReactNode;
};

const EDGE = 12;
const ANIMATION = "max-md:animate-[rise_320ms_cubic-bezier(0.2,0.8,0.2,1)] md:animate-[appear_120ms]";

/**
 * A native popover below its button, and a sheet on small screens. Its content is outside the button's form, which
 * Enter would submit otherwise, and exists only while it is open.
 */
function SearchPopover({ title, children, ...looks }: SearchPopoverProps) {
  const { face, className, panelClassName = "" } = looks;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const place = () => placeBelow(button.current, panel.current);
    place();
    panel.current?.focus({ preventScroll: true });
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [isOpen]);

  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-haspopup="dialog" className={className}>
        {face}
      </button>
      {createPortal(
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="dialog"
          aria-label={title}
          tabIndex={-1}
          onBeforeToggle={() => placeBelow(button.current, panel.current)}
          onToggle={(event) => setIsOpen(event.newState === "open")}
          className={`fixed inset-auto m-0 overflow-y-auto overscroll-contain border border-line bg-surface p-5 text-ink shadow-deep outline-none max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:w-full max-md:max-w-full max-md:rounded-t-sheet max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-md:backdrop:bg-scrim md:top-(--below) md:left-(--from) md:max-h-[calc(100dvh-6rem)] md:w-96 md:rounded-card dark:border-line-strong ${ANIMATION} ${panelClassName}`}
        >
          {isOpen && (
            <>
              {children}
              <div className="mt-5 flex justify-end">
                <Button onClick={() => panel.current?.hidePopover()}>Done</Button>
              </div>
            </>
          )}
        </div>,
        document.body,
      )}
    </>
  );
}

/** Keeps the panel inside the window. */
function placeBelow(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (!button || !panel) return;
  const { left, bottom } = button.getBoundingClientRect();
  const rightmost = innerWidth - (panel.offsetWidth || WIDTH) - EDGE;
  panel.style.setProperty("--from", `${Math.max(EDGE, Math.min(left, rightmost))}px`);
  panel.style.setProperty("--below", `${bottom + EDGE}px`);
}

/** Before the panel is shown it cannot be measured. */
const WIDTH = 384;

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
