import { useCallback, useSyncExternalStore } from "react";

/** Where there is room for two things beside each other. */
export const WIDE = "(min-width: 1024px)";

/** Layout is the stylesheet's. This is for what it cannot do; a prerendered page knows no screen. */
export function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  );
}
