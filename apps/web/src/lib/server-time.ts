import { NOW_HEADER } from "@nexby/contract/urls";
import { useEffect, useState } from "react";

/** Answers are on their way for about as long at most. */
const ON_THE_WAY_MS = 2_000;

/** A clock elsewhere, known from what answers say of it. */
export class ServerTime {
  readonly #deviceNow: () => number;
  #aheadMs: number | null = null;

  constructor(deviceNow: () => number) {
    this.#deviceNow = deviceNow;
  }

  /** It was true when the answer left, so of two that hardly differ the later is right. */
  hear(text: string | null, heardAt = this.#deviceNow()): void {
    const aheadMs = Date.parse(text ?? "") - heardAt;
    if (Number.isNaN(aheadMs)) return;
    const known = this.#aheadMs;
    const isOnlyLate = known !== null && aheadMs < known && aheadMs > known - ON_THE_WAY_MS;
    if (!isOnlyLate) this.#aheadMs = aheadMs;
  }

  /** Until the server has said anything, the device's own. */
  now(): number {
    return this.#deviceNow() + (this.#aheadMs ?? 0);
  }
}

const deviceNow = () => Date.now();
const product = new ServerTime(deviceNow);
const real = new ServerTime(deviceNow);

export function readServerTime(headers: Headers): void {
  product.hear(headers.get(NOW_HEADER));
  real.hear(headers.get("date"));
}

/** Before the first answer: what the page came with. One that is gone back to may be an old one. */
export function readPageTime(): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const told = page?.serverTiming?.find(({ name }) => name === NOW_HEADER)?.description;
  if (page && told && page.type !== "back_forward") product.hear(told, performance.timeOrigin + page.responseStart);
}

/** By which rentals, deadlines and news are meant. A device's clock can be wrong, and a demo's is moved. */
export const productNow = (): number => product.now();

export const productDate = (): Date => new Date(product.now());

/** By which codes and drafts are meant: it is not moved. */
export const realNow = (): number => real.now();

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
