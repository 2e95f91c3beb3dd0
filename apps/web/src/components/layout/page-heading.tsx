import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

/** The one h1 of a page. A change of route moves the focus here, so it is where a screen reader goes on. */
export function PageHeading({
  children,
  className = "text-2xl md:text-3xl",
}: {
  children: ReactNode;
  className?: string;
}) {
  const heading = useTakesHeadingFocus();

  return (
    <h1 ref={heading} tabIndex={-1} className={`display-type text-balance outline-none ${className}`}>
      {children}
    </h1>
  );
}

let isWanted = false;

const leaveFocus = () => {
  isWanted = false;
};

/**
 * After a change of route the next heading that appears takes the focus; the first page leaves it where it is.
 * Someone who presses a key or a button before a slow page's heading is there keeps the focus they have.
 */
export function useHeadingFocusOn(path: string): void {
  const previous = useRef(path);

  useLayoutEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    isWanted = true;
  }, [path]);

  useEffect(() => {
    addEventListener("pointerdown", leaveFocus, true);
    addEventListener("keydown", leaveFocus, true);
    return () => {
      removeEventListener("pointerdown", leaveFocus, true);
      removeEventListener("keydown", leaveFocus, true);
    };
  }, []);
}

function useTakesHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isWanted) return;
    isWanted = false;
    heading.current?.focus({ preventScroll: true });
  }, []);

  return heading;
}
