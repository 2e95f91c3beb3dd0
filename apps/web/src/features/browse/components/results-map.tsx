import type { FoundItemView } from "@nexby/contract/listings/items";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { MapCanvas } from "../../../components/map/map-canvas.tsx";
import type { MapMarker } from "../../../components/map/map-marker.tsx";
import { boundsOf, MAX_ZOOM, project, unproject } from "../../../components/map/projection.ts";
import { useSignal } from "../../../lib/browser/signals.ts";
import { localMemory } from "../../../lib/browser/storage.ts";
import { type Size, useMediaQuery, useSize, WIDE } from "../../../lib/browser/viewport.ts";
import { countOf } from "../../../lib/format.ts";
import { storedPlace } from "../../../lib/places.ts";
import type { Search } from "../../../lib/search-url.ts";
import { foundPins } from "../api.ts";
import { type CardEnd, cardEndFor, isOverlapped, type MapPin, overlapsOf, pinsOf, sizeOfPin } from "../map-pins.ts";
import { useHighlight } from "../use-browse.ts";
import { PinCard, PricePin, useMapView } from "./map-pins.tsx";

type Props = {
  search: Search;
  items: readonly FoundItemView[];
  isComplete: boolean;
  onChange: (changes: Partial<Search>) => void;
};

/** The top results on a map. */
export function ResultsMap(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  return (
    <div ref={box} className="absolute inset-0">
      {size && size.width > 0 && <SizedMap {...props} size={size} />}
    </div>
  );
}

function SizedMap({ search, items, isComplete, onChange, size }: Props & { size: Size }) {
  const { data } = useQuery({ ...foundPins(search), enabled: !isComplete, placeholderData: keepPreviousData });
  const found = isComplete ? items : (data ?? items);
  const pins = useMemo(() => found.filter(hasPosition), [found]);
  const [isFollowed, setIsFollowed] = useState(true);
  const [selected, setSelected] = useState<string | null>(null);
  const { view, move, isMoved, searchHere } = useMapView({ search, items: pins, size, isFollowed, onChange });
  const pinsIn = useMemo(() => pinsOf(pins), [pins]);
  const isWide = useMediaQuery(WIDE);
  const chosen = pins.find(({ id }) => id === selected);
  const overlays = overlapsOf(size, isWide, chosen ? cardEndFor(project(chosen, view, size), size) : null);
  const visiblePins = pinsIn(boundsOf(view, size), view).filter(
    (pin) => !isOverlapped(project(pin.position, view, size), overlays),
  );

  const choose = ({ items: itemsHere, position, zoomIn }: MapPin) => {
    if (zoomIn !== null) return move({ ...position, zoom: Math.min(MAX_ZOOM, zoomIn + 0.01) });
    // Repeated clicks step through the items at this position, then close the card.
    const index = itemsHere.findIndex(({ id }) => id === selected);
    setSelected(itemsHere[index + 1]?.id ?? null);
  };
  const together = visiblePins.find((pin) => pin.zoomIn === null && pin.items.some(({ id }) => id === selected))?.items;
  const markers = visiblePins.map((pin): MapMarker => {
    const ids = pin.items.map(({ id }) => id);
    return {
      id: pin.key,
      position: pin.position,
      size: sizeOfPin(pin),
      content: (
        <PricePin
          pin={pin}
          ids={ids}
          isSelected={selected !== null && ids.includes(selected)}
          onSelect={() => choose(pin)}
        />
      ),
    };
  });
  const pan = (event: KeyboardEvent) => {
    const [across, down] = STEPS[event.key] ?? [];
    if (across === undefined || down === undefined) return;
    event.preventDefault();
    const point = { x: size.width * (0.5 + across / 4), y: size.height * (0.5 + down / 4) };
    move({ ...unproject(point, view, size), zoom: view.zoom });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work for any focused element on the map
    <div onKeyDown={pan}>
      <MapCanvas
        label="Results on the map"
        description={`${countOf(pins.length, "item")} on a map. The list shows the same items. Use the arrow keys to move the map.`}
        view={view}
        onView={move}
        canPan
        markers={markers}
      />
      <div className="pointer-events-none absolute top-3 right-17 left-3 flex justify-center">
        <MoveSearch
          isFollowed={isFollowed}
          isMoved={isMoved}
          onFollow={setIsFollowed}
          onSearch={() => {
            setSelected(null);
            searchHere();
          }}
        />
      </div>
      <ShownCard
        pins={pins}
        selected={selected}
        together={together ?? []}
        onSelect={setSelected}
        search={search}
        endFor={(item) => cardEndFor(project(item, view, size), size)}
        onClose={() => setSelected(null)}
      />
    </div>
  );
}

/** Guards against items without valid coordinates. */
const hasPosition = ({ id, latitude, longitude }: FoundItemView): boolean =>
  Boolean(id) && Number.isFinite(latitude) && Number.isFinite(longitude);

const STEPS: Partial<Record<string, readonly [across: number, down: number]>> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
};

type MoveSearchProps = {
  isFollowed: boolean;
  isMoved: boolean;
  onFollow: (isFollowed: boolean) => void;
  onSearch: () => void;
};

function MoveSearch({ isFollowed, isMoved, onFollow, onSearch }: MoveSearchProps) {
  const look =
    "pointer-events-auto inline-flex min-h-11 items-center gap-2.5 rounded-full border border-line bg-surface px-3.5 font-semibold text-sm whitespace-nowrap shadow-soft hover:bg-subtle dark:border-line-strong";
  if (isMoved && !isFollowed) {
    return (
      <button type="button" onClick={onSearch} className={look}>
        <RotateCw size={16} strokeWidth={2} aria-hidden="true" className="shrink-0" />
        Search this area
      </button>
    );
  }
  return (
    <label className={look}>
      <input
        type="checkbox"
        checked={isFollowed}
        onChange={(event) => onFollow(event.target.checked)}
        className="size-4.5 shrink-0 accent-primary"
      />
      Search as I move the map
    </label>
  );
}

type ShownCardProps = {
  pins: readonly FoundItemView[];
  selected: string | null;
  /** Items at the selected item's position, including itself. */
  together: readonly FoundItemView[];
  onSelect: (id: string) => void;
  search: Search;
  endFor: (item: FoundItemView) => CardEnd;
  onClose: () => void;
};

/** The card of the hovered pin, or else of the selected one. */
function ShownCard({ pins, selected, together, onSelect, search, endFor, onClose }: ShownCardProps) {
  const lit = useSignal(useHighlight());
  const link = useRef<HTMLAnchorElement>(null);
  const [place] = useState(() => storedPlace(localMemory));
  const pointedAt = lit?.by === "pin" ? lit.id : null;
  const item = pins.find(({ id }) => id === (pointedAt ?? selected));
  const opener = useRef<Element | null>(null);

  useEffect(() => {
    if (!selected) return;
    opener.current = document.activeElement;
    link.current?.focus({ preventScroll: true });
  }, [selected]);

  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  if (!item) return null;
  const at = item.id === selected ? together.indexOf(item) : -1;
  const next = together[(at + 1) % together.length];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does what the button does
    <div onKeyDown={(event) => event.key === "Escape" && close()}>
      <PinCard
        item={item}
        end={endFor(item)}
        from={search.position ?? place}
        onClose={item.id === selected ? close : null}
        others={
          at >= 0 && next && next !== item
            ? { label: `${at + 1} of ${together.length}`, onNext: () => onSelect(next.id) }
            : null
        }
        link={link}
      />
    </div>
  );
}
