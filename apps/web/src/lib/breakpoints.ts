/** Widths in pixels from which the next layout holds; the stylesheet has the same. */
export const BREAKPOINTS = { sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 } as const;

export type Device = "mobile" | "tablet" | "desktop";

export function deviceOf({ width, isTouch }: { width: number; isTouch: boolean }): Device {
  if (width < BREAKPOINTS.md) return "mobile";
  return width < BREAKPOINTS.lg && isTouch ? "tablet" : "desktop";
}

const RESIZE_DEBOUNCE_MS = 100;

/** Tells once when resizing has come to rest. The returned function ends it. */
export function followResize(target: EventTarget, onRest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onResize = () => {
    clearTimeout(timer);
    timer = setTimeout(onRest, RESIZE_DEBOUNCE_MS);
  };
  target.addEventListener("resize", onResize);
  return () => {
    clearTimeout(timer);
    target.removeEventListener("resize", onResize);
  };
}
