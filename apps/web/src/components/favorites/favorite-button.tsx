import { Heart } from "lucide-react";
import { BUTTON_STYLE } from "../ui/button-style.ts";
import { useFavorite } from "./use-favorite.ts";

const LOOKS = {
  /** On a photo. */
  sign: "grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow-soft transition-colors duration-120 hover:bg-surface",
  /** Among other buttons. */
  labelled: `${BUTTON_STYLE.outline} max-sm:px-3`,
};

type Props = { itemId: string; title: string; look?: keyof typeof LOOKS; className?: string };

/** Keeps an item as a favorite, or no longer. Stands beside the link of a card, never in it. */
export function FavoriteButton({ itemId, title, look = "sign", className = "" }: Props) {
  const { isFavorite, toggle } = useFavorite({ itemId, title });
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={`Save ${title}`}
      onClick={toggle}
      className={`${LOOKS[look]} ${className}`}
    >
      <Heart
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className={`transition-transform duration-120 ${isFavorite ? "scale-110 fill-danger text-danger" : ""}`}
      />
      {look === "labelled" && <span className="max-sm:hidden">{isFavorite ? "Saved" : "Save"}</span>}
    </button>
  );
}
