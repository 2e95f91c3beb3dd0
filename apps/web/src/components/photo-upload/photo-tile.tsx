import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowLeft, ArrowRight, CircleAlert, GripVertical, type LucideIcon, RotateCcw, Star, X } from "lucide-react";
import type { ReactNode } from "react";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { Photo } from "../ui/photo.tsx";
import { Badge } from "../ui/section.tsx";
import type { Entry, Pending } from "./photo-list.ts";
import type { TileActions } from "./photo-uploads.ts";

type PhotoTileProps = { entry: Entry; index: number; count: number; uploads: TileActions; caption: ReactNode };

const isUnderWay = ({ state }: Entry): boolean => state === "waiting" || state === "sending";

export function PhotoTile({ entry, index, count, uploads, caption }: PhotoTileProps) {
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
        {caption === undefined && <Cover index={index} onChoose={() => uploads.move(entry.id, 0)} />}
        <TileButton
          label={isUnderWay(entry) ? `Cancel upload of ${name}` : `Remove ${name}`}
          Icon={X}
          isOverPhoto
          className="absolute top-1 right-1"
          onClick={() => uploads.remove(entry.id)}
        />
      </div>
      {caption}
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

function Cover({ index, onChoose }: { index: number; onChoose: () => void }) {
  if (index > 0) {
    const label = `Make photo ${index + 1} the cover`;
    return <TileButton label={label} Icon={Star} isOverPhoto className="absolute top-1 left-1" onClick={onChoose} />;
  }
  return (
    <span className="absolute top-2 left-2">
      <Badge look="plain">Cover</Badge>
    </span>
  );
}

type TileButtonProps = {
  label: string;
  Icon: LucideIcon;
  onClick: () => void;
  /** Ignores clicks but keeps the focus, which a disabled button would lose. */
  isOff?: boolean;
  isOverPhoto?: boolean;
  className?: string;
};

/** The visible circle is small, but the touch target is not. */
function TileButton({ label, Icon, onClick, isOff = false, isOverPhoto = false, className = "" }: TileButtonProps) {
  const look = isOverPhoto ? "rounded-full bg-surface/90 p-1.5 text-ink shadow-soft" : "p-1.5";
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onClick()}
      className={`grid size-11 place-items-center rounded-control aria-disabled:opacity-40 ${isOverPhoto ? "" : "hover:bg-subtle"} ${className}`}
    >
      <span className={look}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
    </button>
  );
}

/** Shows why the upload failed, and a retry button where that may help. */
function TileFailure({ entry, onRetry }: { entry: Pending; onRetry: () => void }) {
  return (
    <div className="grid gap-2 px-3 pt-2 text-sm">
      <p className="flex gap-1.5 font-medium text-danger">
        <CircleAlert size={16} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0" />
        {entry.problem}
      </p>
      {entry.canRetry && (
        <button type="button" onClick={onRetry} className={`${BUTTON_STYLE.outline} px-3 text-sm`}>
          <RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />
          Try again
        </button>
      )}
    </div>
  );
}

function TileProgress({ entry }: { entry: Pending }) {
  const percent = Math.round(entry.progress * 100);
  return (
    <div className="absolute inset-x-0 bottom-0 grid gap-1.5 bg-surface/90 px-3 py-2 text-xs">
      <p className="font-semibold tabular-nums">{progressText(entry, percent)}</p>
      <progress
        aria-label="Upload progress"
        value={percent}
        max={100}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  );
}

/** At 100% the server still has to read the photo and create its sizes. */
function progressText({ state }: Pending, percent: number): string {
  if (state === "waiting") return "Waiting";
  return percent < 100 ? `${percent}%` : "Almost done";
}
