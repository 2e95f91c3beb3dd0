import { photoUrl } from "@nexby/contract/urls";
import { ImageOff } from "lucide-react";
import { type ImgHTMLAttributes, useState } from "react";

type Props = Pick<
  ImgHTMLAttributes<HTMLImageElement>,
  "srcSet" | "sizes" | "loading" | "fetchPriority" | "className"
> & {
  src: string | undefined;
  alt: string;
  width: number;
  height: number;
  errorLabel: string;
  /** Tiny preview behind the photo until it has loaded. */
  placeholder?: string | null | undefined;
};

/** Shows a label when the photo cannot be loaded. */
export function Photo({ src, alt, errorLabel, placeholder, className = "", ...rest }: Props) {
  const [hasFailed, setHasFailed] = useState(false);

  if (!src || hasFailed) {
    return (
      <div
        role="img"
        aria-label={errorLabel}
        className={`grid place-content-center justify-items-center gap-2 bg-sunken text-muted ${className}`}
      >
        <ImageOff size={28} strokeWidth={1.5} aria-hidden="true" />
        <span aria-hidden="true" className="text-sm">
          {errorLabel}
        </span>
      </div>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      decoding="async"
      className={`bg-center bg-cover object-cover ${className}`}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      onError={() => setHasFailed(true)}
      {...rest}
    />
  );
}

type CoverPhotoProps = { item: { cover: string | null; placeholder: string | null }; className: string };

/** An item's cover beside its title, which already says what it shows. */
export function CoverPhoto({ item: { cover, placeholder }, className }: CoverPhotoProps) {
  return (
    <Photo
      src={cover ? photoUrl(cover, "card") : undefined}
      placeholder={placeholder}
      alt=""
      width={400}
      height={267}
      errorLabel="No photo"
      className={className}
    />
  );
}

/** Grids of cards, by the number of columns. */
export const CARD_COLUMNS = {
  three: "grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3",
  four: "grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4",
  /** Next to a map. */
  beside: "grid gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-3",
};

export type CardColumns = keyof typeof CARD_COLUMNS;
