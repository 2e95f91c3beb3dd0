import "@testing-library/jest-dom/vitest";
import { configure, getConfig } from "@testing-library/dom";
import { cleanup } from "@testing-library/react";
import * as React from "react";
import { afterAll, inject, vi } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The limit of a wait for a state. */
    waitMs: number;
  }
}

const { getElementError } = getConfig();
configure({
  asyncUtilTimeout: inject("waitMs"),
  // Printing the page for every failed attempt of a query that waits would take longer than rendering it.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container),
});
function isWaiting(): boolean {
  return Reflect.get(getConfig(), "_disableExpensiveErrorDiagnostics") === true;
}

// React's development build records a stack trace per element, up to a limit; here the limit is always reached.
const REACT_INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
Object.defineProperty(Reflect.get(React, REACT_INTERNALS), "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
});

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

// Whether an element is shown depends on its tag and on inline styles, because there are no stylesheets. happy-dom would
// compute every property of all its ancestors for each query.
const computedStyle = globalThis.getComputedStyle;
const shownByTag = new Map<string, string>();
function shownStyle(element: Element, name: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.getAttribute("style")?.includes(name)) return computedStyle(element).getPropertyValue(name);
  }
  const key = [name, element.tagName, element.isConnected, element.hasAttribute("open")].join(" ");
  const known = shownByTag.get(key) ?? computedStyle(element).getPropertyValue(name);
  shownByTag.set(key, known);
  return known;
}
const isShownStyle = (name: string | symbol): name is "display" | "visibility" =>
  name === "display" || name === "visibility";
globalThis.getComputedStyle = (element) =>
  new Proxy(computedStyle(element), {
    get: (style, name) => {
      if (isShownStyle(name)) return shownStyle(element, name);
      if (name !== "getPropertyValue") return Reflect.get(style, name);
      return (property: string) =>
        isShownStyle(property) ? shownStyle(element, property) : style.getPropertyValue(property);
    },
  });

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
function togglePopover({ target }: Event): void {
  const opener = target instanceof Element ? target.closest("button[popovertarget]") : null;
  const panel = document.getElementById(opener?.getAttribute("popovertarget") ?? "");
  if (panel) setPopover(panel, !open.has(panel));
}
document.addEventListener("click", togglePopover);

// All test files of a worker share one window, so each leaves it as it found it. Modules are reloaded for each file, because
// some keep state, such as the error log.
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  configure({ getElementError });
  globalThis.getComputedStyle = computedStyle;
  document.removeEventListener("click", togglePopover);
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});
