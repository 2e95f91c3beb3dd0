import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type KeyboardSensorProps,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { type ReactNode, useId } from "react";
import type { Entries, Entry } from "./photo-list.ts";
import { PhotoTile } from "./photo-tile.tsx";
import type { TileActions } from "./photo-uploads.ts";

type Props = {
  entries: Entries;
  uploads: TileActions;
  /** Shown under each photo, instead of marking the first one as the cover. */
  caption?: (entry: Entry) => ReactNode;
};

/** Photos in their order. They are moved by dragging, with keys on the handle, and with buttons. */
export function PhotoTiles({ entries, uploads, caption }: Props) {
  const id = useId();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that stays still for a moment drags; one that moves right away scrolls the page.
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
            <PhotoTile
              key={entry.id}
              entry={entry}
              index={index}
              count={entries.length}
              uploads={uploads}
              caption={caption?.(entry)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const DRAG_INSTRUCTIONS =
  "To move a photo, press Space or Enter. Use the arrow keys to choose a position, then press Space or Enter again. Press Escape to cancel.";

/** Announcements for users who drag with a screen reader. */
function dragAnnouncements(ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `Picked up the photo at ${place(active.id)}.`,
    onDragOver: ({ over }) => (over ? `The photo is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `Dropped the photo at ${place(over.id)}.` : "The photo is back where it was."),
    onDragCancel: ({ active }) => `The photo stays at ${place(active.id)}.`,
  };
}

/**
 * dnd-kit listens for keys one task after a drag has started. On a busy device a key can arrive earlier, because
 * keys come before timers, and would be lost. It is held and replayed.
 */
class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    const held: KeyboardEvent[] = [];
    const hold = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      held.push(event);
    };
    // The capture phase is already over for the key that started the drag.
    document.addEventListener("keydown", hold, true);
    setTimeout(() => {
      document.removeEventListener("keydown", hold, true);
      for (const { code, key, target } of held) {
        target?.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
      }
    });
  }
}
