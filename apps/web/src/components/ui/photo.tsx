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
};

/** A photo that says so when it cannot be shown. */
export function Photo({ src, alt, errorLabel, className = "", ...rest }: Props) {
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
      className={`object-cover ${className}`}
      onError={() => setHasFailed(true)}
      {...rest}
    />
  );
}
