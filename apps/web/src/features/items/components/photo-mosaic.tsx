import { photoUrl } from "@nexby/contract/photo-url";
import { useRef } from "react";
import { Photo } from "../../../components/ui/photo.tsx";
import { ScrollButton } from "../../../components/ui/scroll-button.tsx";
import { scrollByPage, useScrollEdges } from "../../../lib/scroll-edges.ts";

/** One large photo and two beside it; on a phone a row to swipe. Grids by the number of photos. */
const LAYOUTS: Record<number, string> = {
  1: "md:grid-cols-1 md:max-w-4xl",
  2: "md:grid-cols-2",
  3: "md:grid-cols-3 md:grid-rows-2 md:[&>:first-child]:col-span-2 md:[&>:first-child]:row-span-2",
};

export function PhotoMosaic({ images, title }: { images: readonly string[]; title: string }) {
  const row = useRef<HTMLDivElement>(null);
  const { hasMoreBefore, hasMoreAfter } = useScrollEdges(row);
  const photos: readonly (string | undefined)[] = images.length > 0 ? images.slice(0, 3) : [undefined];

  return (
    <div className="relative -mx-4 md:mx-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        ref={row}
        role="group"
        aria-label={`Photos of ${title}`}
        tabIndex={hasMoreBefore || hasMoreAfter ? 0 : undefined}
        className={`no-scrollbar flex snap-x snap-mandatory gap-2 overflow-x-auto scroll-smooth px-4 -outline-offset-2 md:grid md:overflow-hidden md:rounded-card md:px-0 ${LAYOUTS[photos.length]}`}
      >
        {photos.map((image, index) => (
          <Photo
            key={image ?? index}
            src={image && photoUrl(image, index === 0 ? "full" : "cardDouble")}
            alt={`${title}, photo ${index + 1} of ${photos.length}`}
            width={900}
            height={600}
            loading={index === 0 ? "eager" : "lazy"}
            fetchPriority={index === 0 ? "high" : "auto"}
            errorLabel="Image unavailable"
            className="aspect-3/2 w-full shrink-0 snap-center rounded-card bg-sunken md:h-full md:rounded-none"
          />
        ))}
      </div>
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
    </div>
  );
}
