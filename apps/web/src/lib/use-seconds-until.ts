import { useEffect, useState } from "react";
import { productNow } from "./server-time.ts";

const secondsUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000));

/** Counts down to 0. */
export function useSecondsUntil(instant: string, now: () => number = productNow): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(instant, now()));

  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(instant, now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [instant, now]);

  return seconds;
}
