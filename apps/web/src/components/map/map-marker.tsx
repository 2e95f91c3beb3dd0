import type { Position } from "@nexby/domain/kernel/distance";
import { type PointerEvent, type ReactNode, useRef } from "react";
import type { PinGroup } from "./projection.ts";

/** Something that stands on a position of the map. */
export type MapMarker = {
  id: string;
  position: Position;
  content: ReactNode;
  /** Which point of it is on the position. */
  anchor?: "middle" | "foot";
  /** It can be dragged: where to, again and again, and where it was left. */
  onDrag?: (position: Position) => void;
  onDrop?: (position: Position) => void;
};

type Props = { marker: MapMarker; spot: PinGroup; positionAt: (spot: PinGroup) => Position };

export function MarkerOnMap({ marker, spot, positionAt }: Props) {
  const { content, anchor = "middle", onDrag, onDrop } = marker;
  /** From the pointer to the position, as it was when it was taken up; whether it has been moved since. */
  const grip = useRef<{ x: number; y: number; isMoved: boolean } | null>(null);

  const take = (event: PointerEvent<HTMLDivElement>) => {
    if (!onDrag || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: spot.x - event.clientX, y: spot.y - event.clientY, isMoved: false };
  };
  const at = (event: PointerEvent, held: PinGroup) =>
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
