import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { authPath } from "../../lib/auth-path.ts";
import { favoriteIds, hasWish, rememberWish, type Wanted } from "../../lib/favorites.ts";
import { useSession } from "../../lib/session.ts";
import { toasts } from "../../lib/toasts.ts";

/** Its code comes with the first press. */
const loadChange = () => import("../../lib/change-favorite.ts");

const NOT_LOADED = {
  title: "This did not load",
  description: "Check your connection and refresh the page.",
  isDestructive: true,
};

/** Whether an item is a favorite, and the way to change that. A visitor signs in first, and then it is kept. */
export function useFavorite(wanted: Wanted): { isFavorite: boolean; toggle: () => void } {
  const client = useQueryClient();
  const { user, isConfirmed } = useSession();
  const [path, navigate] = useLocation();
  const isKnown = Boolean(user) && isConfirmed;
  const { data: ids } = useQuery({ ...favoriteIds(), enabled: isKnown, throwOnError: false });
  const isFavorite = ids?.includes(wanted.itemId) ?? false;

  useEffect(() => {
    if (!isKnown || !hasWish()) return;
    loadChange().then(
      ({ fulfilWish }) => fulfilWish(client, () => navigate("/saved")),
      () => undefined,
    );
  }, [client, isKnown, navigate]);

  const toggle = () => {
    if (!user) {
      rememberWish(wanted);
      navigate(authPath("choice", path + location.search));
      return;
    }
    loadChange().then(
      ({ changeFavorite }) => changeFavorite(client, { ...wanted, isWanted: !isFavorite }, () => navigate("/saved")),
      () => toasts.show(NOT_LOADED),
    );
  };
  return { isFavorite, toggle };
}
