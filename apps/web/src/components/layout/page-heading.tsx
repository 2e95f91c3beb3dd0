import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

/** The page's only h1. A route change moves the focus here, so that screen readers continue from it. */
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

let isFocusPending = false;

const cancelFocus = () => {
  isFocusPending = false;
};

/**
 * After a route change, the next heading that appears takes the focus; the first page leaves it alone. Users who
 * press a key or a button before a slow page's heading appears keep their focus.
 */
export function useHeadingFocusOn(path: string): void {
  const previous = useRef(path);

  useLayoutEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    isFocusPending = true;
  }, [path]);

  useEffect(() => {
    addEventListener("pointerdown", cancelFocus, true);
    addEventListener("keydown", cancelFocus, true);
    return () => {
      removeEventListener("pointerdown", cancelFocus, true);
      removeEventListener("keydown", cancelFocus, true);
    };
  }, []);
}

function useTakesHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isFocusPending) return;
    isFocusPending = false;
    heading.current?.focus({ preventScroll: true });
  }, []);

  return heading;
}
