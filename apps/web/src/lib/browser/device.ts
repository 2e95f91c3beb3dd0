import { useEffect, useSyncExternalStore } from "react";

/** Widths in pixels from which the next layout holds; the stylesheet has the same. */
export const BREAKPOINTS = { sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 } as const;

type Device = "mobile" | "tablet" | "desktop";

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

const currentDevice = (): Device =>
  deviceOf({ width: window.innerWidth, isTouch: matchMedia("(pointer: coarse)").matches });

const follow = (onChange: () => void) => followResize(window, onChange);

/** Layout is the stylesheet's. This is for what it cannot do; a prerendered page knows no device. */
function useDevice(): Device | null {
  return useSyncExternalStore(follow, currentDevice, () => null);
}

/** What only small screens open leaves when the screen becomes a larger one, where it has no button to come back by. */
export function useMobileOnly(onLeave: () => void): void {
  const device = useDevice();
  useEffect(() => {
    if (device !== null && device !== "mobile") onLeave();
  }, [device, onLeave]);
}

/** Scrollbars show while something scrolls, and for a moment after it. */
export const SCROLL_AREA = { type: "scroll", scrollHideDelay: 600 } as const;
