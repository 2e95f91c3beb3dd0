import { useSyncExternalStore } from "react";
import { type Device, deviceOf, followResize } from "./breakpoints.ts";

const currentDevice = (): Device =>
  deviceOf({ width: window.innerWidth, isTouch: matchMedia("(pointer: coarse)").matches });

const follow = (onChange: () => void) => followResize(window, onChange);

/** Layout is the stylesheet's. This is for what it cannot do; a prerendered page knows no device. */
export function useDevice(): Device | null {
  return useSyncExternalStore(follow, currentDevice, () => null);
}
