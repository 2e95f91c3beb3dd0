import { useId, useState } from "react";
import { FieldError } from "../forms/field.tsx";
import { errorId, hintId } from "../forms/field-ids.ts";
import { PhotoDrop } from "./photo-drop.tsx";
import { PhotoTiles } from "./photo-tiles.tsx";
import { usePhotoUploads } from "./use-photo-uploads.ts";

type Props = {
  /** Addresses as the server gave them, cover first. */
  images: readonly string[];
  onChange: (images: string[]) => void;
  most: number;
  label: string;
  error?: string | undefined;
  /** Whether something is on its way, so that a form can wait for it. */
  onBusy?: (isBusy: boolean) => void;
};

/** Chooses, uploads and orders photos. Each is kept by the server at once; the form holds their addresses. */
export function PhotoUpload({ images, onChange, most, label, error, onBusy }: Props) {
  const id = useId();
  const { uploads, entries, news } = usePhotoUploads({ images, onChange, onBusy });
  const [tooMany, setTooMany] = useState<string | null>(null);
  const add = (files: readonly File[]) => {
    const leftOut = uploads.add(files, most);
    setTooMany(leftOut > 0 ? `There is room for ${most} photos, so ${counted(leftOut)} left out.` : null);
  };

  return (
    <fieldset aria-describedby={`${hintId(id)} ${error ? errorId(id) : ""}`.trim()} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <p id={hintId(id)} className="mb-3 text-muted text-sm">
        The first photo is the cover. JPEG, PNG, WebP or AVIF, up to 15 MB each. Where a photo was taken is removed.
      </p>
      <PhotoTiles entries={entries} uploads={uploads} />
      {entries.length < most && <PhotoDrop count={entries.length} most={most} onFiles={add} />}
      <p role="status" className="sr-only">
        {news}
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

const counted = (count: number): string => (count === 1 ? "one was" : `${count} were`);
