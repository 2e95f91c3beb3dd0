import { photoUrl } from "@nexby/contract/urls";
import { Images } from "lucide-react";
import { useRef, useState } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Photo } from "../../../components/ui/photo.tsx";
import { ScrollButton, scrollByPage, useScrollEdges } from "../../../components/ui/scroll-button.tsx";

/**
 * Grid styles by number of photos: one large photo with smaller ones next to it. On a phone the photos form a row to
 * swipe.
 */
const LAYOUTS: Record<number, string> = {
  1: "md:grid-cols-1 md:max-w-4xl",
  2: "md:grid-cols-2",
  3: "md:grid-cols-3 md:grid-rows-2 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2",
  5: "md:grid-cols-4 md:grid-rows-2 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2",
};
const LARGE = "(min-width: 1344px) 850px, (min-width: 768px) 64vw, calc(100vw - 32px)";
const SMALL = "(min-width: 1344px) 420px, (min-width: 768px) 32vw, calc(100vw - 32px)";

const loadLightbox = () =>
  import("../../../components/product/photo-lightbox.tsx").then((module) => module.loadPhotoLightbox());

type Props = { images: readonly string[]; placeholders: readonly string[]; title: string };

export function PhotoMosaic({ images, placeholders, title }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);
  const [opened, setOpened] = useState<number | null>(null);
  const inGrid = images.length >= 5 ? 5 : Math.min(images.length, 3);

  return (
    <div className="relative -mx-4 md:mx-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        ref={row}
        role="group"
        aria-label={`Photos of ${title}`}
        className={`no-scrollbar flex snap-x snap-mandatory gap-2 overflow-x-auto px-4 md:grid md:overflow-hidden md:rounded-card md:px-0 ${LAYOUTS[inGrid] ?? ""}`}
      >
        {images.length === 0 && <MissingPhoto />}
        {images.map((image, index) => (
          <button
            key={image}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpened(index)}
            className={`w-full shrink-0 snap-center overflow-hidden rounded-card bg-sunken -outline-offset-4 md:rounded-none ${index < inGrid ? "" : "md:hidden"}`}
          >
            <Photo
              src={photoUrl(image, index === 0 ? "full" : "cardDouble")}
              srcSet={`${photoUrl(image, "card")} 400w, ${photoUrl(image, "cardDouble")} 800w, ${image} 1600w`}
              sizes={index === 0 ? LARGE : SMALL}
              alt={`${title}, photo ${index + 1} of ${images.length}`}
              width={900}
              height={600}
              loading={index === 0 ? "eager" : "lazy"}
              fetchPriority={index === 0 ? "high" : "auto"}
              errorLabel="Image unavailable"
              placeholder={placeholders[index]}
              className="aspect-3/2 size-full"
            />
          </button>
        ))}
      </div>
      {images.length > 1 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpened(0)}
          className={`${BUTTON_STYLE.outline} absolute right-4 bottom-4 max-md:hidden`}
        >
          <Images size={18} strokeWidth={1.75} aria-hidden="true" />
          Show all {images.length} photos
        </button>
      )}
      <ScrollButton
        direction={-1}
        label="Previous photo"
        className={`absolute bottom-3 left-7 md:hidden ${hasMoreBefore ? "grid" : "hidden"}`}
        onClick={() => scrollByPage(row.current, -1)}
      />
      <ScrollButton
        direction={1}
        label="Next photo"
        className={`absolute right-7 bottom-3 md:hidden ${hasMoreAfter ? "grid" : "hidden"}`}
        onClick={() => scrollByPage(row.current, 1)}
      />
      {opened !== null && (
        <LazyPart load={loadLightbox} props={{ images, title, first: opened, onClose: () => setOpened(null) }} />
      )}
    </div>
  );
}

const MissingPhoto = () => (
  <Photo
    src={undefined}
    alt=""
    width={900}
    height={600}
    errorLabel="Image unavailable"
    className="aspect-3/2 w-full shrink-0 rounded-card md:max-w-4xl"
  />
);
