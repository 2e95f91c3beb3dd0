import { tooLargeMessage } from "@nexby/contract/endpoint";
import { uploadPhoto } from "@nexby/contract/listings/photos";
import { Camera, ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useId, useState, useSyncExternalStore } from "react";
import { isRetryable } from "../../lib/api/errors.ts";
import { uploadFile } from "../../lib/api/upload-file.ts";
import { problemsOf } from "../../lib/form-errors.ts";
import { errorId, FieldError, hintId } from "../forms/field.tsx";
import { FileInput } from "./file-input.tsx";
import { type Entries, isBusy } from "./photo-list.ts";
import { PhotoTiles } from "./photo-tiles.tsx";
import { FILE_PREVIEW, PhotoUploads, type UploadParts } from "./photo-uploads.ts";

type PhotoUploadProps = {
  /** URLs from the server, cover first. */
  images: readonly string[];
  onChange: (images: string[]) => void;
  most: number;
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Where photos are sent, if not to the listing photos. */
  parts?: UploadParts;
  /** Reports whether uploads are in progress, so that a form can wait for them. */
  onBusy?: (isBusy: boolean) => void;
};

/** Chooses, uploads and orders photos. The server stores each photo at once; the form holds their URLs. */
export function PhotoUpload({
  images,
  onChange,
  most,
  label,
  hint = LISTING_HINT,
  parts = UPLOAD_PARTS,
  error,
  onBusy,
}: PhotoUploadProps) {
  const id = useId();
  const { uploads, entries, announcement } = usePhotoUploads({ images, onChange, onBusy, parts });
  const [tooMany, setTooMany] = useState<string | null>(null);
  const add = (files: readonly File[]) => {
    const leftOut = uploads.add(files, most);
    setTooMany(leftOut > 0 ? `You can add up to ${most} photos. ${counted(leftOut)} added.` : null);
  };

  return (
    <fieldset aria-describedby={`${hintId(id)} ${error ? errorId(id) : ""}`.trim()} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <p id={hintId(id)} className="mb-3 text-muted text-sm">
        {hint}
      </p>
      <PhotoTiles entries={entries} uploads={uploads} {...(!parts.hasCover && { caption: () => null })} />
      {entries.length < most && <PhotoDrop count={entries.length} most={most} onFiles={add} />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {tooMany && (
        <p role="alert" className="mt-2 text-sm">
          {tooMany}
        </p>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

const LISTING_HINT =
  "The first photo is the cover. JPEG, PNG, WebP or AVIF, up to 15 MB each. We remove location data.";

const counted = (count: number): string => (count === 1 ? "1 photo wasn’t" : `${count} photos weren’t`);

type PhotoDropProps = { count: number; most: number; onFiles: (files: readonly File[]) => void };

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Accepts photos by drop, by file choice or from a phone's camera. */
function PhotoDrop({ count, most, onFiles }: PhotoDropProps) {
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
        <span className="hidden pointer-fine:inline">Drop photos here or choose them. </span>
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

const { upload } = uploadPhoto;

const UPLOAD_PARTS: UploadParts = {
  send: async (file, watch) => (await uploadFile<typeof uploadPhoto>("/api/photos", file, watch)).url,
  check: ({ size }) => (size > upload.maxBytes ? tooLargeMessage(upload) : null),
  explain: (error) => ({ message: problemsOf(error, []).message ?? "", canRetry: isRetryable(error) }),
  preview: FILE_PREVIEW,
  hasCover: true,
};

type Options = {
  images: readonly string[];
  onChange: (images: string[]) => void;
  onBusy: ((isBusy: boolean) => void) | undefined;
  parts: UploadParts;
};

type Photos = { uploads: PhotoUploads; entries: Entries; announcement: string };

/** The form's photos and the pending uploads in one list. */
function usePhotoUploads({ images, onChange, onBusy, parts }: Options): Photos {
  const [uploads] = useState(() => new PhotoUploads(parts));
  const [announcement, setAnnouncement] = useState("");
  const entries = useSyncExternalStore(uploads.subscribe, uploads.entries, uploads.entries);
  const isUnderWay = isBusy(entries);

  useEffect(() => {
    uploads.onKept = onChange;
    uploads.onAnnouncement = setAnnouncement;
    uploads.follow(images);
  });
  useEffect(() => () => uploads.close(), [uploads]);
  useEffect(() => onBusy?.(isUnderWay), [isUnderWay, onBusy]);

  return { uploads, entries, announcement };
}
