import { photoUrl } from "@nexby/contract/photo-url";
import { useRef } from "react";
import { Photo } from "../../../components/ui/photo.tsx";
import { useNearView } from "../../../lib/use-near-view.ts";

const SIZES = "(min-width: 1344px) 302px, (min-width: 1024px) 31vw, (min-width: 640px) 46vw, calc(100vw - 32px)";

type Props = { image: string | undefined; placeholder: string | null; title: string; isFirst: boolean };

/** Is asked for when it is nearly in view; browsers by themselves would do so a screen or two too early. */
export function CardPhoto({ image, placeholder, title, isFirst }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearView(frame, isFirst);

  return (
    <div ref={frame} className="aspect-3/2">
      {isNear && (
        <Photo
          src={image && photoUrl(image, "card")}
          srcSet={image && `${photoUrl(image, "card")} 400w, ${photoUrl(image, "cardDouble")} 800w`}
          sizes={SIZES}
          alt={title}
          width={400}
          height={267}
          fetchPriority={isFirst ? "high" : "auto"}
          errorLabel="Image error"
          placeholder={placeholder}
          className="size-full transition-transform duration-200 group-hover:scale-[1.03]"
        />
      )}
    </div>
  );
}
