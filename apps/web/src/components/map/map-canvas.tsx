import type { Position } from "@nexby/domain/kernel/distance";
import { Minus, Plus } from "lucide-react";
import { type MouseEvent, type PointerEvent, useId, useRef } from "react";
import { type Size, useSize } from "../../lib/browser/viewport.ts";
import { type MapMarker, MarkerOnMap } from "./map-marker.tsx";
import type { MapLabel } from "./map-shapes.ts";
import { MapSketch } from "./map-sketch.tsx";
import { type MapView, metersPerPixel, project, type ScreenPoint, unproject, zoomedBy } from "./projection.ts";
import { SvgBase } from "./svg-base.tsx";
import { useMapBase } from "./use-map-base.ts";

export type MapCanvasProps = {
  label: string;
  /** Text alternative for users who cannot see the map. */
  description: string;
  view: MapView;
  onView: (view: MapView) => void;
  /** True if the map can be panned by hand; otherwise only the buttons change the view. */
  canPan?: boolean;
  markers?: readonly MapMarker[];
  area?: MapArea;
  /** Called when the user points at a position. */
  onPosition?: (position: Position) => void;
};

const NO_MARKERS: readonly MapMarker[] = [];

/** Fills the box around it. The parent owns the view and provides the content on top. */
export function MapCanvas({ label, description, view, onView, canPan = false, ...content }: MapCanvasProps) {
  const { markers = NO_MARKERS, area, onPosition } = content;
  const box = useRef<HTMLElement>(null);
  const size = useSize(box);
  const base = useMapBase();
  const descriptionId = useId();
  const { ground, gl, isOwn } = base;
  const onPoint = onPosition && ((spot: ScreenPoint) => size && onPosition(unproject(spot, view, size)));
  const drag = useDragToPan({ isOn: canPan && !gl, view, size, onView });

  return (
    <section
      ref={box}
      aria-label={label}
      aria-describedby={descriptionId}
      data-map={ground}
      className="absolute inset-0 isolate overflow-hidden bg-[var(--map-land)]"
    >
      <p id={descriptionId} className="sr-only">
        {description}
      </p>
      {ground === "loading" && <MapSketch />}
      {ground === "drawing" && size && base.content && (
        <div {...drag}>
          <SvgBase content={base.content} view={view} size={size} onPoint={onPoint} />
        </div>
      )}
      {gl && (
        <gl.Base
          look={gl.look}
          view={view}
          canPan={canPan}
          onView={onView}
          onPoint={onPoint}
          onReady={base.onReady}
          onFailure={base.onFailure}
        />
      )}
      {size && (
        <MapOverlay
          view={view}
          size={size}
          labels={isOwn ? (base.content?.labels ?? []) : []}
          markers={markers}
          area={area}
        />
      )}
      <ZoomButtons view={view} onView={onView} />
      {isOwn && (
        <p className="absolute right-0 bottom-0 rounded-tl-control bg-surface/85 px-2 py-0.5 text-muted text-xs">
          Illustrated map · Outlines: US Census Bureau
        </p>
      )}
    </section>
  );
}

function ZoomButtons({ view, onView }: Pick<MapCanvasProps, "view" | "onView">) {
  return (
    <div className="absolute top-3 right-3 grid overflow-hidden rounded-control border border-line bg-surface shadow-soft">
      {[
        { name: "Zoom in", steps: 1, Icon: Plus },
        { name: "Zoom out", steps: -1, Icon: Minus },
      ].map(({ name, steps, Icon }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          onClick={() => onView(zoomedBy(view, steps))}
          className="grid size-11 place-items-center -outline-offset-2 not-first:border-line not-first:border-t hover:bg-subtle"
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

/** The exact position is somewhere inside and is not revealed. */
type MapArea = { position: Position; radiusMeters: number };

type Props = {
  view: MapView;
  size: Size;
  labels: readonly MapLabel[];
  markers: readonly MapMarker[];
  area: MapArea | undefined;
};

const MIN_RADIUS = 9;

const LABEL_STYLE = {
  state: "font-semibold text-xs uppercase tracking-[0.14em] opacity-80",
  town: "font-semibold text-sm",
  park: "max-w-28 whitespace-normal text-center font-medium text-xs italic",
  road: "font-medium text-[0.6875rem]",
  station: "font-medium text-xs",
} satisfies Record<MapLabel["kind"], string>;

/** Everything on top of the base map. We project it ourselves, so that it is the same on every base. */
function MapOverlay({ view, size, labels, markers, area }: Props) {
  const spotOf = (position: Position) => project(position, view, size);
  const positionAt = (spot: ScreenPoint) => unproject(spot, view, size);

  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      <div aria-hidden="true">
        {visibleLabels(labels, view, size, coveredBy(markers, spotOf)).map(({ text, kind, turn, spot }) => (
          <span
            key={`${text} ${spot.x} ${spot.y}`}
            className={`map-label absolute top-0 left-0 whitespace-nowrap ${LABEL_STYLE[kind]}`}
            style={{ transform: `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%) rotate(${turn}deg)` }}
          >
            {text}
          </span>
        ))}
      </div>
      {area && <AreaOnMap spot={spotOf(area.position)} radius={area.radiusMeters / metersPerPixel(view)} />}
      {markers.map((marker) => (
        <MarkerOnMap key={marker.id} marker={marker} spot={spotOf(marker.position)} positionAt={positionAt} />
      ))}
    </div>
  );
}

function AreaOnMap({ spot, radius }: { spot: ScreenPoint; radius: number }) {
  const size = 2 * Math.max(MIN_RADIUS, radius);
  return (
    <div
      data-map-area={Math.round(size / 2)}
      className="absolute top-0 left-0 rounded-full border-2 border-primary bg-primary/20"
      style={{ width: size, height: size, transform: `translate(${spot.x - size / 2}px, ${spot.y - size / 2}px)` }}
    />
  );
}

type Options = { isOn: boolean; view: MapView; size: Size | null; onView: (view: MapView) => void };

/** A shorter movement still counts as a click. */
const STEADY_PIXELS = 4;

/** Pans the SVG map; MapLibre handles panning by itself. */
function useDragToPan({ isOn, view, size, onView }: Options) {
  const grip = useRef<{ x: number; y: number; from: MapView; isMoved: boolean } | null>(null);
  if (!isOn || !size) return {};
  return {
    className: "cursor-grab touch-none active:cursor-grabbing",
    onPointerDown: (event: PointerEvent) => {
      grip.current = { x: event.clientX, y: event.clientY, from: view, isMoved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const held = grip.current;
      if (!held || event.buttons === 0) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.isMoved && Math.hypot(x, y) < STEADY_PIXELS) return;
      held.isMoved = true;
      const middle = unproject({ x: size.width / 2 - x, y: size.height / 2 - y }, held.from, size);
      onView({ ...middle, zoom: held.from.zoom });
    },
    onClickCapture: (event: MouseEvent) => {
      if (grip.current?.isMoved) event.stopPropagation();
      grip.current = null;
    },
  };
}

type Placed = { spot: ScreenPoint } & Size;
type VisibleLabel = MapLabel & Placed;

const LETTER_WIDTH = 7;
const LINE_HEIGHT = 20;
const GAP = 10;
/** A name may come this close to a pin. */
const PIN_GAP = 2;

/** Where a name may move to make room for pins, nearest first. Names of roads and states belong where they are. */
const SHIFTS: readonly ScreenPoint[] = [0, -24, 24, -40, 40, -56, 56, -72, 72]
  .flatMap((y) => [0, -36, 36, -72, 72, -108, 108].map((x) => ({ x, y })))
  .sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
const MOVABLE: ReadonlySet<MapLabel["kind"]> = new Set(["town", "park", "station"]);

const coveredBy = (markers: readonly MapMarker[], spotOf: (position: Position) => ScreenPoint): Placed[] =>
  markers.flatMap(({ position, size }) => (size ? [{ spot: spotOf(position), ...size }] : []));

const isApart = (one: Placed, other: Placed, gap: number): boolean =>
  Math.abs(other.spot.x - one.spot.x) > (other.width + one.width) / 2 + gap ||
  Math.abs(other.spot.y - one.spot.y) > (other.height + one.height) / 2 + gap;

/** Labels that fit into the view without overlapping each other or a pin; earlier ones take precedence. */
export function visibleLabels(
  labels: readonly MapLabel[],
  view: MapView,
  size: Size,
  pins: readonly Placed[] = [],
): VisibleLabel[] {
  const shown: VisibleLabel[] = [];
  for (const label of labels) {
    if (view.zoom < label.zoom[0] || view.zoom > label.zoom[1]) continue;
    const { x, y } = project(label.position, view, size);
    const turned = Math.abs(Math.sin((label.turn * Math.PI) / 180));
    const long = label.text.length * LETTER_WIDTH;
    const box = { width: long * (1 - turned) + LINE_HEIGHT, height: long * turned + LINE_HEIGHT };
    const spots = (MOVABLE.has(label.kind) ? SHIFTS : SHIFTS.slice(0, 1)).map((by) => ({ x: x + by.x, y: y + by.y }));
    const spot = spots.find((at) => {
      const placed = { spot: at, ...box };
      return (
        isInside(placed, size) &&
        shown.every((other) => isApart(placed, other, GAP)) &&
        pins.every((pin) => isApart(placed, pin, PIN_GAP))
      );
    });
    if (spot) shown.push({ ...label, spot, ...box });
  }
  return shown;
}

const isInside = ({ spot, width, height }: Placed, size: Size): boolean =>
  spot.x > width / 2 && spot.x < size.width - width / 2 && spot.y > height / 2 && spot.y < size.height - height / 2;
