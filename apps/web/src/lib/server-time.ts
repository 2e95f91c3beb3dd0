import { NOW_HEADER } from "@nexby/contract/urls";

/** Maximum time that a response is assumed to be on its way. */
const ON_THE_WAY_MS = 2_000;

/** Remote clock, known from what responses say about it. */
export class ServerTime {
  readonly #deviceNow: () => number;
  #aheadMs: number | null = null;

  constructor(deviceNow: () => number) {
    this.#deviceNow = deviceNow;
  }

  /** The time was right when the response was sent, so of two that hardly differ, the later is right. */
  update(text: string | null, reportedAt = this.#deviceNow()): void {
    const aheadMs = Date.parse(text ?? "") - reportedAt;
    if (Number.isNaN(aheadMs)) return;
    const known = this.#aheadMs;
    const isOnlyLate = known !== null && aheadMs < known && aheadMs > known - ON_THE_WAY_MS;
    if (!isOnlyLate) this.#aheadMs = aheadMs;
  }

  /** The device's time until the server has reported its own. */
  now(): number {
    return this.#deviceNow() + (this.#aheadMs ?? 0);
  }
}

const deviceNow = () => Date.now();
const product = new ServerTime(deviceNow);
const real = new ServerTime(deviceNow);

export function readServerTime(headers: Headers): void {
  product.update(headers.get(NOW_HEADER));
  real.update(headers.get("date"));
}

/** Time that the page was served with, for use before the first response. A page from the history may be old. */
export function readPageTime(): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const reported = page?.serverTiming?.find(({ name }) => name === NOW_HEADER)?.description;
  if (page && reported && page.type !== "back_forward")
    product.update(reported, performance.timeOrigin + page.responseStart);
}

/** For rentals, deadlines and notifications. A device's clock can be wrong, and a demo's is moved. */
export const productNow = (): number => product.now();

export const productDate = (): Date => new Date(product.now());

/** For codes and drafts: this clock is never moved. */
export const realNow = (): number => real.now();
