import { useEffect, useLayoutEffect, useRef } from "react";

let isWanted = false;

/** After a change of route the next heading that appears takes the focus; the first page leaves it where it is. */
export function useHeadingFocusOn(path: string): void {
  const previous = useRef(path);

  useLayoutEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    isWanted = true;
  }, [path]);
}

export function useTakesHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isWanted) return;
    isWanted = false;
    heading.current?.focus({ preventScroll: true });
  }, []);

  return heading;
}
