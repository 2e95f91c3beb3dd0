import type { Position } from "@nexby/domain/kernel/distance";
import { type PointerEvent, type ReactNode, useRef } from "react";
import type { Size } from "../../lib/browser/viewport.ts";
import type { ScreenPoint } from "./projection.ts";

/** Content placed at a position on the map. */
export type MapMarker = {
  id: string;
  position: Position;
  content: ReactNode;
  /** Part of the content that is placed on the position. */
  anchor?: "middle" | "foot";
  /** Size of the content in pixels. Names on the map make room for it. */
  size?: Size;
  /** Makes it draggable: `onDrag` is called while it moves, `onDrop` at the end. */
  onDrag?: (position: Position) => void;
  onDrop?: (position: Position) => void;
};

type Props = { marker: MapMarker; spot: ScreenPoint; positionAt: (spot: ScreenPoint) => Position };

export function MarkerOnMap({ marker, spot, positionAt }: Props) {
  const { content, anchor = "middle", onDrag, onDrop } = marker;
  /** Offset from the pointer to the position when the drag started, and whether it has moved since. */
  const grip = useRef<{ x: number; y: number; isMoved: boolean } | null>(null);

  const take = (event: PointerEvent<HTMLDivElement>) => {
    if (!onDrag || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: spot.x - event.clientX, y: spot.y - event.clientY, isMoved: false };
  };
  const at = (event: PointerEvent, held: ScreenPoint) =>
    positionAt({ x: event.clientX + held.x, y: event.clientY + held.y });
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!grip.current) return;
    grip.current.isMoved = true;
    onDrag?.(at(event, grip.current));
  };
  const drop = (event: PointerEvent<HTMLDivElement>) => {
    const held = grip.current;
    grip.current = null;
    if (held?.isMoved) onDrop?.(at(event, held));
  };

  return (
    <div
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      className={`pointer-events-auto absolute top-0 left-0 focus-within:z-20 has-data-lit:z-10 ${onDrag ? "cursor-grab touch-none active:cursor-grabbing" : ""}`}
      style={{
        transform: `translate(${spot.x}px, ${spot.y}px) translate(-50%, ${anchor === "foot" ? "-100%" : "-50%"})`,
      }}
    >
      {content}
    </div>
  );
}
