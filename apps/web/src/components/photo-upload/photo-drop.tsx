import { Camera, ImagePlus } from "lucide-react";
import { type DragEvent, useState } from "react";
import { FileInput } from "./file-input.tsx";

type Props = { count: number; most: number; onFiles: (files: readonly File[]) => void };

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Where photos come from: a drop, a choice of files, or the camera of a phone. */
export function PhotoDrop({ count, most, onFiles }: Props) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons inside do the same.
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid justify-items-center gap-3 rounded-card border-2 border-dashed px-4 py-6 text-center transition-colors duration-120 ${isOver ? "border-primary bg-primary-soft" : "border-line-strong bg-subtle"}`}
    >
      <ImagePlus size={28} strokeWidth={1.5} aria-hidden="true" className="text-muted" />
      <p className="text-muted text-sm">
        <span className="hidden pointer-fine:inline">Drop photos here, or choose them. </span>
        {count} of {most}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <FileInput isMultiple onFiles={onFiles}>
          Choose photos
        </FileInput>
        <span className="hidden pointer-coarse:contents">
          <FileInput isCamera onFiles={onFiles}>
            <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
            Take a photo
          </FileInput>
        </span>
      </div>
    </div>
  );
}
