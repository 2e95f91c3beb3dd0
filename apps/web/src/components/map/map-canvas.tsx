import type { Position } from "@nexby/domain/kernel/distance";
import { Minus, Plus } from "lucide-react";
import { useId, useRef } from "react";
import type { MapMarker } from "./map-marker.tsx";
import { type MapArea, MapOverlay } from "./map-overlay.tsx";
import { type MapView, type Spot, unproject, zoomedBy } from "./projection.ts";
import { SvgBase } from "./svg-base.tsx";
import { useDragToPan } from "./use-drag-to-pan.ts";
import { useMapBase } from "./use-map-base.ts";
import { useSize } from "./use-size.ts";

export type MapCanvasProps = {
  label: string;
  /** What there is to see, for people who do not. */
  description: string;
  view: MapView;
  onView: (view: MapView) => void;
  /** Whether the ground can be moved by hand; else by the buttons only. */
  canPan?: boolean;
  markers?: readonly MapMarker[];
  area?: MapArea;
  /** Somebody pointed at a place. */
  onPosition?: (position: Position) => void;
};

const NO_MARKERS: readonly MapMarker[] = [];

/** A map that fills the box around it. Who uses it keeps the view and says what stands on the ground. */
export function MapCanvas({ label, description, view, onView, canPan = false, ...content }: MapCanvasProps) {
  const { markers = NO_MARKERS, area, onPosition } = content;
  const box = useRef<HTMLElement>(null);
  const size = useSize(box);
  const base = useMapBase();
  const descriptionId = useId();
  const { ground, gl, isOwn } = base;
  const onSpot = onPosition && ((spot: Spot) => size && onPosition(unproject(spot, view, size)));
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
      {ground === "drawing" && size && base.content && (
        <div {...drag}>
          <SvgBase content={base.content} view={view} size={size} onSpot={onSpot} />
        </div>
      )}
      {gl && (
        <gl.Base
          look={gl.look}
          view={view}
          canPan={canPan}
          onView={onView}
          onSpot={onSpot}
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
