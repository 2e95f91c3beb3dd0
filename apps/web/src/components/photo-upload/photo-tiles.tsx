import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { useId } from "react";
import { DRAG_INSTRUCTIONS, dragAnnouncements } from "./drag-announcements.ts";
import type { Entries } from "./photo-list.ts";
import { PhotoTile } from "./photo-tile.tsx";
import type { PhotoUploads } from "./photo-uploads.ts";
import { PromptKeyboardSensor } from "./prompt-keyboard-sensor.ts";

type Props = { entries: Entries; uploads: PhotoUploads };

/** The photos in their order. They are moved by dragging, by keys on the handle, and by buttons. */
export function PhotoTiles({ entries, uploads }: Props) {
  const id = useId();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that stays a moment drags; one that moves at once scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(PromptKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = entries.map((entry) => entry.id);
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) uploads.move(String(active.id), ids.indexOf(String(over.id)));
  };

  if (entries.length === 0) return null;
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: dragAnnouncements(ids),
        screenReaderInstructions: { draggable: DRAG_INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ol className="mb-4 grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          {entries.map((entry, index) => (
            <PhotoTile key={entry.id} entry={entry} index={index} count={entries.length} uploads={uploads} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
