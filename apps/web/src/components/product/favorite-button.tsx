import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { type FavoriteItem, hasPendingFavorite, listFavoriteIds, savePendingFavorite } from "../../lib/favorites.ts";
import { authPath } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { toasts } from "../../lib/toasts.ts";
import { BUTTON_STYLE } from "../ui/button.tsx";

const LOOKS = {
  /** On a photo. */
  sign: "grid size-11 place-items-center rounded-full bg-surface/90 text-ink shadow-soft transition-colors duration-120 hover:bg-surface",
  /** Among other buttons. */
  labelled: `${BUTTON_STYLE.outline} max-sm:px-3`,
};

type Props = { itemId: string; title: string; look?: keyof typeof LOOKS; className?: string };

/** Adds or removes a favorite. It must be placed beside the link of a card, never inside it. */
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

/** Loaded on the first press. */
const loadChange = () => import("./change-favorite.ts");

const NOT_LOADED = {
  title: "This didn’t load",
  description: "Check your connection and refresh the page.",
  isDestructive: true,
};

/** Favorite state of an item and its toggle. A visitor signs in first, and then the favorite is saved. */
function useFavorite(item: FavoriteItem): { isFavorite: boolean; toggle: () => void } {
  const client = useQueryClient();
  const { user, isConfirmed } = useSession();
  const [path, navigate] = useLocation();
  const isKnown = Boolean(user) && isConfirmed;
  const { data: ids } = useQuery({ ...listFavoriteIds(), enabled: isKnown, throwOnError: false });
  const isFavorite = ids?.includes(item.itemId) ?? false;

  useEffect(() => {
    if (!isKnown || !hasPendingFavorite()) return;
    loadChange().then(
      ({ applyPendingFavorite }) => applyPendingFavorite(client, () => navigate("/saved")),
      () => undefined,
    );
  }, [client, isKnown, navigate]);

  const toggle = () => {
    if (!user) {
      savePendingFavorite(item);
      navigate(authPath("choice", path + location.search));
      return;
    }
    loadChange().then(
      ({ changeFavorite }) => changeFavorite(client, { ...item, isFavorite: !isFavorite }, () => navigate("/saved")),
      () => toasts.show(NOT_LOADED),
    );
  };
  return { isFavorite, toggle };
}
