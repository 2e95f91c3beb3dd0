import { type RefObject, useEffect, useRef } from "react";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";

type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props = { pages: Pages; count: number; grid: RefObject<HTMLUListElement | null> };

/** The button may be gone once the next items are there; the first new card is where reading goes on. */
export function ShowMore({ pages, count, grid }: Props) {
  const countBefore = useRef<number | null>(null);

  useEffect(() => {
    if (countBefore.current === null || count <= countBefore.current) return;
    const firstNew = grid.current?.children[countBefore.current];
    firstNew?.querySelector("a")?.focus({ preventScroll: true });
    countBefore.current = null;
  }, [count, grid]);

  function showMore() {
    if (pages.isFetchingNextPage) return;
    countBefore.current = count;
    void pages.fetchNextPage();
  }

  if (!pages.hasNextPage) return null;
  return (
    <div className="mt-10 flex flex-col items-center gap-3">
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-muted">
          The next items could not be loaded.
        </p>
      )}
      <button type="button" className={BUTTON_STYLE.outline} aria-busy={pages.isFetchingNextPage} onClick={showMore}>
        {pages.isFetchingNextPage ? "Loading…" : "Show more"}
      </button>
    </div>
  );
}
