import { countOf } from "@nexby/domain/kernel/amount-text";
import { useState } from "react";
import { LazyPart } from "../ui/loading.tsx";
import { Photo } from "../ui/photo.tsx";

const loadLightbox = () => import("./photo-lightbox.tsx").then((module) => module.loadPhotoLightbox());

type GridPhoto = { id: string; url: string; placeholder: string | null; isRemoved: boolean; alt: string };

type Props = {
  photos: readonly GridPhoto[];
  /** Names the large view. */
  title: string;
  className: string;
};

/** Private photos of a rental, which open in a large view. Says when they were deleted. */
export function PhotoGrid({ photos, title, className }: Props) {
  const [opened, setOpened] = useState<number | null>(null);
  const shown = photos.filter(({ isRemoved }) => !isRemoved);
  if (shown.length === 0) {
    return (
      <p className="mt-3 text-muted text-sm">{countOf(photos.length, "photo")}, deleted after the retention period</p>
    );
  }
  return (
    <>
      <ul className={`grid grid-cols-3 gap-2 ${className}`}>
        {shown.map(({ id, url, placeholder, alt }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(index)}
              className="block aspect-square w-full overflow-hidden rounded-control bg-sunken outline-offset-2"
            >
              <Photo
                src={url}
                alt={alt}
                width={200}
                height={200}
                loading="lazy"
                placeholder={placeholder}
                errorLabel="Photo unavailable"
                className="size-full"
              />
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <LazyPart
          load={loadLightbox}
          props={{ images: shown.map(({ url }) => url), title, first: opened, onClose: () => setOpened(null) }}
        />
      )}
    </>
  );
}
