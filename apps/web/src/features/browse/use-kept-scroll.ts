import { useEffect, useRef } from "react";

type Kept = { pages: number; top: number };
type Pages = { loaded: number; hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };

const REST_MS = 100;
const TOLERANCE = 2;

/**
 * Who comes back finds as many results as before, and the page where it was. Kept with the entry of the history, so it
 * lives as long as the way back does, also across a reload.
 */
export function useKeptScroll(address: string, pages: Pages): void {
  const wanted = useRef<Kept | null>(null);
  const loaded = useRef(pages.loaded);
  useEffect(() => {
    loaded.current = pages.loaded;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another entry
  useEffect(() => {
    wanted.current = readKept();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      // Until it is restored, what was kept counts.
      if (!wanted.current) writeKept({ pages: loaded.current, top: scrollY });
    };
    const keepLater = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, REST_MS);
    };
    const giveUp = () => {
      wanted.current = null;
    };
    addEventListener("scroll", keepLater, { passive: true });
    addEventListener("wheel", giveUp, { passive: true });
    addEventListener("touchmove", giveUp, { passive: true });
    // A click may lead away before the scrolling has come to rest.
    document.addEventListener("click", keep, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", keepLater);
      removeEventListener("wheel", giveUp);
      removeEventListener("touchmove", giveUp);
      document.removeEventListener("click", keep, { capture: true });
    };
  }, [address]);

  const { hasNextPage, isFetching, fetchNextPage } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another place
  useEffect(() => {
    const kept = wanted.current;
    if (!kept || pages.loaded === 0 || isFetching) return;
    if (pages.loaded < kept.pages && hasNextPage) {
      void fetchNextPage();
      return;
    }
    wanted.current = null;
    if (Math.abs(scrollY - kept.top) > TOLERANCE) scrollTo({ top: kept.top, behavior: "instant" });
  }, [address, pages.loaded, hasNextPage, isFetching, fetchNextPage]);
}

/** Anybody may have written there. */
function readKept(): Kept | null {
  const { pages, top } = (history.state as { browse?: Partial<Kept> } | null)?.browse ?? {};
  return Number.isInteger(pages) && Number.isFinite(top) ? { pages: Number(pages), top: Number(top) } : null;
}

function writeKept(browse: Kept): void {
  history.replaceState({ ...(history.state as object | null), browse }, "");
}
