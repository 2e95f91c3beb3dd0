import { type RefObject, useEffect, useRef } from "react";
import { BUTTON_STYLE } from "./button.tsx";

type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props = { pages: Pages; count: number; list: RefObject<HTMLElement | null>; problem: string };

/** Moves the focus to the first new entry, because the button may be gone once the next page has loaded. */
export function ShowMore({ pages, count, list, problem }: Props) {
  const countBefore = useRef<number | null>(null);

  useEffect(() => {
    if (countBefore.current === null || count <= countBefore.current) return;
    const firstNew = list.current?.children[countBefore.current];
    if (firstNew instanceof HTMLElement) focusEntry(firstNew);
    countBefore.current = null;
  }, [count, list]);

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
          {problem}
        </p>
      )}
      <button type="button" className={BUTTON_STYLE.outline} aria-busy={pages.isFetchingNextPage} onClick={showMore}>
        {pages.isFetchingNextPage ? "Loading..." : "Show more"}
      </button>
    </div>
  );
}

/** Focuses the entry's first control, or the entry itself if it has none. */
function focusEntry(entry: HTMLElement): void {
  const control = entry.querySelector<HTMLElement>("a, button");
  if (!control) entry.tabIndex = -1;
  (control ?? entry).focus({ preventScroll: true });
}
