import { type ComponentProps, useEffect, useRef, useState } from "react";

const HIDE_DELAY_MS = 600;

/** Scrolls its content. Its scrollbar shows while it is scrolled, pointed at or focused, and hides a moment later. */
export function ScrollArea({ className = "", ...props }: Omit<ComponentProps<"div">, "onScroll">) {
  const [isScrolling, setScrolling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const follow = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setScrolling(false), HIDE_DELAY_MS);
    setScrolling(true);
  };

  return (
    <div
      {...props}
      onScroll={follow}
      data-scrolling={isScrolling}
      // Positioned, so that it also clips hidden content, which would make the dialog around it scroll.
      className={`shy-scrollbar relative overflow-y-auto overscroll-contain ${className}`}
    />
  );
}
