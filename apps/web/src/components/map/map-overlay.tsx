import type { Position } from "@nexby/domain/kernel/distance";
import { type MapMarker, MarkerOnMap } from "./map-marker.tsx";
import type { MapLabel } from "./map-shapes.ts";
import { type MapView, metresPerPixel, project, type Size, type Spot, unproject } from "./projection.ts";
import { visibleLabels } from "./visible-labels.ts";

/** Somewhere in it, nobody is told where. */
export type MapArea = { position: Position; radiusMetres: number };

type Props = {
  view: MapView;
  size: Size;
  labels: readonly MapLabel[];
  markers: readonly MapMarker[];
  area: MapArea | undefined;
};

const LEAST_RADIUS = 9;

const LABEL_STYLE = {
  state: "font-semibold text-xs uppercase tracking-[0.14em] opacity-80",
  town: "font-semibold text-sm",
  park: "max-w-28 whitespace-normal text-center font-medium text-xs italic",
  road: "font-medium text-[0.6875rem]",
  station: "font-medium text-xs",
} satisfies Record<MapLabel["kind"], string>;

/** All that lies on the ground. Its places are counted by us, so it is the same whoever draws the ground. */
export function MapOverlay({ view, size, labels, markers, area }: Props) {
  const spotOf = (position: Position) => project(position, view, size);
  const positionAt = (spot: Spot) => unproject(spot, view, size);

  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      <div aria-hidden="true">
        {visibleLabels(labels, view, size).map(({ text, kind, turn, spot }) => (
          <span
            key={`${text} ${spot.x} ${spot.y}`}
            className={`map-label absolute top-0 left-0 whitespace-nowrap ${LABEL_STYLE[kind]}`}
            style={{ transform: `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%) rotate(${turn}deg)` }}
          >
            {text}
          </span>
        ))}
      </div>
      {area && <AreaOnMap spot={spotOf(area.position)} radius={area.radiusMetres / metresPerPixel(view)} />}
      {markers.map((marker) => (
        <MarkerOnMap key={marker.id} marker={marker} spot={spotOf(marker.position)} positionAt={positionAt} />
      ))}
    </div>
  );
}

function AreaOnMap({ spot, radius }: { spot: Spot; radius: number }) {
  const size = 2 * Math.max(LEAST_RADIUS, radius);
  return (
    <div
      data-map-area={Math.round(size / 2)}
      className="absolute top-0 left-0 rounded-full border-2 border-primary bg-primary/20"
      style={{ width: size, height: size, transform: `translate(${spot.x - size / 2}px, ${spot.y - size / 2}px)` }}
    />
  );
}
