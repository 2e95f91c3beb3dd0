import { moveBy, type Position } from "@nexby/domain/kernel/distance";
import { type KeyboardEvent, useState } from "react";
import { LazyMap, useDefaultZoom } from "./area-map.tsx";
import { type MapView, metersPerPixel, project, roundedPosition } from "./projection.ts";

type Props = {
  position: Position;
  onMove: (position: Position) => void;
  label: string;
  className?: string;
};

const BEARINGS: Partial<Record<string, number>> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };
const STEP_PIXELS = 10;
const LARGE_STEP_PIXELS = 60;
/** Maximum distance of the pin from the center when moved by keyboard, before the map follows. */
const LEASH_PIXELS = 80;
const MIDDLE = { width: 0, height: 0 };

/** A single pin that can be moved by dragging, by clicking and with the arrow keys. */
export function PinMap({ position, onMove, label, className }: Props) {
  const usual = useDefaultZoom(position);
  const [own, setOwn] = useState<{ view: MapView; about: Position } | null>(null);
  const [dragged, setDragged] = useState<Position | null>(null);

  // A new position resets the view, unless this map moved the pin there.
  const isKnown = own?.about.latitude === position.latitude && own.about.longitude === position.longitude;
  const view = own && isKnown ? own.view : { ...position, zoom: usual };
  const pin = dragged ?? position;

  const move = (target: Position, next: MapView = view) => {
    const to = roundedPosition(target);
    setDragged(null);
    setOwn({ view: next, about: to });
    onMove(to);
  };
  const step = (event: KeyboardEvent) => {
    const bearing = BEARINGS[event.key];
    if (bearing === undefined) return;
    event.preventDefault();
    const to = moveBy(pin, (event.shiftKey ? LARGE_STEP_PIXELS : STEP_PIXELS) * metersPerPixel(view), bearing);
    const { x, y } = project(to, view, MIDDLE);
    move(to, Math.hypot(x, y) > LEASH_PIXELS ? { ...to, zoom: view.zoom } : view);
  };

  return (
    <LazyMap
      label={label}
      description="A map with a pin. Drag the pin, select another spot, or focus the pin and use the arrow keys."
      view={view}
      onView={(next) => setOwn({ view: next, about: position })}
      canPan
      onPosition={move}
      markers={[
        {
          id: "pin",
          position: pin,
          anchor: "foot",
          content: <Pin onKeyDown={step} />,
          onDrag: setDragged,
          onDrop: move,
        },
      ]}
      className={className}
    />
  );
}

function Pin({ onKeyDown }: { onKeyDown: (event: KeyboardEvent) => void }) {
  return (
    <button
      type="button"
      aria-label="Pin. Use the arrow keys to move it. Hold Shift for larger steps"
      onKeyDown={onKeyDown}
      className="grid h-12 w-11 cursor-[inherit] place-items-end justify-center rounded-control"
    >
      <PinShape />
    </button>
  );
}

function PinShape() {
  return (
    <svg aria-hidden="true" width="34" height="44" viewBox="0 0 34 44" className="drop-shadow-md">
      <path
        d="M17 43C17 43 32 27.5 32 16.5A15 15 0 0 0 2 16.5C2 27.5 17 43 17 43Z"
        className="fill-primary stroke-surface"
        strokeWidth="2"
      />
      <circle cx="17" cy="16.5" r="5.5" className="fill-on-primary" />
    </svg>
  );
}

type PlaceMapProps = { position: Position; label: string; className?: string };

/** The exact place of an approved booking, with a pin that stays where it is. */
export function PlaceMap({ position, label, className }: PlaceMapProps) {
  const usual = useDefaultZoom(position);
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <LazyMap
      label={label}
      description="A map with a pin at the address."
      view={{ ...position, zoom: chosen ?? usual + 1 }}
      onView={({ zoom }) => setChosen(zoom)}
      markers={[{ id: "pin", position, anchor: "foot", content: <PinShape /> }]}
      className={className}
    />
  );
}
