import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowLeft, ArrowRight, GripVertical, Star, X } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { Photo } from "../ui/photo.tsx";
import type { Entry } from "./photo-list.ts";
import type { PhotoUploads } from "./photo-uploads.ts";
import { TileButton } from "./tile-button.tsx";
import { TileFailure } from "./tile-failure.tsx";
import { TileProgress } from "./tile-progress.tsx";

type Props = { entry: Entry; index: number; count: number; uploads: PhotoUploads };

const isUnderWay = ({ state }: Entry): boolean => state === "waiting" || state === "sending";

export function PhotoTile({ entry, index, count, uploads }: Props) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: entry.id,
  });
  const name = `photo ${index + 1}`;

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`min-w-0 overflow-hidden rounded-card border border-line bg-surface ${isDragging ? "relative z-10 shadow-soft" : ""}`}
    >
      <div {...listeners} className="relative aspect-3/2 touch-manipulation bg-sunken">
        <Photo
          src={entry.preview}
          alt={`Photo ${index + 1}`}
          width={400}
          height={267}
          errorLabel="No preview"
          className={`size-full ${entry.state === "failed" ? "opacity-50" : ""}`}
        />
        {(entry.state === "waiting" || entry.state === "sending") && <TileProgress entry={entry} />}
        {index === 0 ? (
          <span className="absolute top-2 left-2">
            <Badge look="plain">Cover</Badge>
          </span>
        ) : (
          <TileButton
            label={`Make ${name} the cover`}
            Icon={Star}
            isOverPhoto
            className="absolute top-1 left-1"
            onClick={() => uploads.move(entry.id, 0)}
          />
        )}
        <TileButton
          label={isUnderWay(entry) ? `Cancel the upload of ${name}` : `Remove ${name}`}
          Icon={X}
          isOverPhoto
          className="absolute top-1 right-1"
          onClick={() => uploads.remove(entry.id)}
        />
      </div>
      {entry.state === "failed" && <TileFailure entry={entry} onRetry={() => uploads.retry(entry.id)} />}
      <div className="flex justify-between">
        <TileButton
          label={`Move ${name} earlier`}
          Icon={ArrowLeft}
          isOff={index === 0}
          onClick={() => uploads.move(entry.id, index - 1)}
        />
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Drag ${name}`}
          className="grid size-11 cursor-grab touch-manipulation place-items-center rounded-control text-muted hover:bg-subtle"
        >
          <GripVertical size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <TileButton
          label={`Move ${name} later`}
          Icon={ArrowRight}
          isOff={index === count - 1}
          onClick={() => uploads.move(entry.id, index + 1)}
        />
      </div>
    </li>
  );
}
