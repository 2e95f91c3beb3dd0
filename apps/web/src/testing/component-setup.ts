import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/dom";

// A page's code is transformed when it is first asked for, which a busy machine may take seconds for.
configure({ asyncUtilTimeout: 15_000 });

// A page may still send requests when its test is over; they must not reach the network.
globalThis.fetch = async () => {
  throw new TypeError("No network in component tests");
};

// Nothing is laid out here, so everything counts as in view.
class EverythingInView {
  readonly #tell: IntersectionObserverCallback;

  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    const entry = { target, isIntersecting: true } as IntersectionObserverEntry;
    this.#tell([entry], this as unknown as IntersectionObserver);
  }

  unobserve(): void {}
  disconnect(): void {}
}
globalThis.IntersectionObserver = EverythingInView as unknown as typeof IntersectionObserver;
