import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";

export type Size = { readonly width: number; readonly height: number };

/** Screens with room for two columns. */
export const WIDE = "(min-width: 1024px)";

/** For logic that the stylesheet cannot handle. False on a prerendered page. */
export function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The text once it has not changed for `delayMs`. */
export function useSettled(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}

/** Current size of an element; null until it is measured. */
export function useSize(box: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

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
