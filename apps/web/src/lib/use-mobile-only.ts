import { useEffect } from "react";
import { useDevice } from "./use-device.ts";

/** What only small screens open leaves when the screen becomes a larger one, where it has no button to come back by. */
export function useMobileOnly(onLeave: () => void): void {
  const device = useDevice();
  useEffect(() => {
    if (device !== null && device !== "mobile") onLeave();
  }, [device, onLeave]);
}
