import type { ClockView } from "@nexby/contract/clock";
import { useEffect, useState } from "react";

/** The product's time goes on between two answers, by as much as real time does. */
export function useProductTime({ now }: ClockView, answeredAt: number): Date {
  const [realNow, setRealNow] = useState(answeredAt);

  useEffect(() => {
    const tick = () => setRealNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);

  return new Date(Date.parse(now) + Math.max(0, realNow - answeredAt));
}
