import { useEffect, useSyncExternalStore } from "react";

/** Minimum widths in pixels; the stylesheet has the same values. */
export const BREAKPOINTS = { sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536 } as const;

type Device = "mobile" | "tablet" | "desktop";

export function deviceOf({ width, isTouch }: { width: number; isTouch: boolean }): Device {
  if (width < BREAKPOINTS.md) return "mobile";
  return width < BREAKPOINTS.lg && isTouch ? "tablet" : "desktop";
}

const RESIZE_DEBOUNCE_MS = 100;

/** Calls back once resizing has stopped. Returns a function that unsubscribes. */
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

/** For logic that the stylesheet cannot handle. Null on a prerendered page. */
function useDevice(): Device | null {
  return useSyncExternalStore(follow, currentDevice, () => null);
}

/** Closes UI that only small screens can open when the screen becomes larger, where no button leads back to it. */
export function useMobileOnly(onLeave: () => void): void {
  const device = useDevice();
  useEffect(() => {
    if (device !== null && device !== "mobile") onLeave();
  }, [device, onLeave]);
}
