import { type MouseEvent, type PointerEvent, useRef } from "react";
import { type MapView, type Size, unproject } from "./projection.ts";

type Options = { isOn: boolean; view: MapView; size: Size | null; onView: (view: MapView) => void };

/** Less than this is a click with an unsteady hand. */
const STEADY_PIXELS = 4;

/** Moves the drawn map by hand; MapLibre's moves by itself. */
export function useDragToPan({ isOn, view, size, onView }: Options) {
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
