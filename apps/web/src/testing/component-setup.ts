import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/dom";

// A page's code is transformed on first use, which can take seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// A page may still send requests after its test has ended; they must not reach the network.
globalThis.fetch = async () => {
  throw new TypeError("No network in component tests");
};

// There is no layout here, so everything counts as in view.
class EverythingInView {
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    const entry = { target, isIntersecting: true } as IntersectionObserverEntry;
    this.#callback([entry], this as unknown as IntersectionObserver);
  }

  unobserve(): void {}
  disconnect(): void {}
}
globalThis.IntersectionObserver = EverythingInView as unknown as typeof IntersectionObserver;

// Popovers report their state; that a closed one is hidden is not imitated.
const open = new WeakSet<Element>();
function setPopover(panel: HTMLElement, isOpen: boolean): void {
  if (open.has(panel) === isOpen) return;
  if (isOpen) open.add(panel);
  else open.delete(panel);
  panel.dispatchEvent(Object.assign(new Event("toggle"), { newState: isOpen ? "open" : "closed" }));
}
HTMLElement.prototype.showPopover = function () {
  setPopover(this, true);
};
HTMLElement.prototype.hidePopover = function () {
  setPopover(this, false);
};
document.addEventListener("click", ({ target }) => {
  const opener = target instanceof Element ? target.closest("button[popovertarget]") : null;
  const panel = document.getElementById(opener?.getAttribute("popovertarget") ?? "");
  if (panel) setPopover(panel, !open.has(panel));
});
