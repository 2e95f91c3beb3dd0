import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";

export const DRAG_INSTRUCTIONS =
  "To move a photo, press space or enter. Use the arrow keys to choose its place, and press space or enter again. Escape leaves it where it was.";

/** What somebody hears who drags without seeing. */
export function dragAnnouncements(ids: readonly string[]): Announcements {
  const place = (id: UniqueIdentifier) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `Picked up the photo at ${place(active.id)}.`,
    onDragOver: ({ over }) => (over ? `The photo is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `The photo was put down at ${place(over.id)}.` : "The photo was put back."),
    onDragCancel: ({ active }) => `The photo stays at ${place(active.id)}.`,
  };
}
