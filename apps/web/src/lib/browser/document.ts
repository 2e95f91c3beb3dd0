import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { focusManager } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

const pageTitle = (title: string): string => `${title} · ${PRODUCT_NAME}`;

export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}

/** Takes effect after `usePageTitle` of the page around the tabs. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}

/** For client-side navigation, after which the head still describes the previous page. */
export function usePageDescription(description: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }, [description]);
}

const MAX_WAIT_MS = 3_000;
const WAIT_ELSEWHERE_MS = 500;

/** Resolves once the page has loaded and is idle: the time for work that nobody waits for. */
export async function pageIdle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  await new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: MAX_WAIT_MS });
    // Not every browser has idle callbacks.
    else setTimeout(resolve, WAIT_ELSEWHERE_MS);
  });
}

export { PRODUCT_NAME } from "@nexby/domain/kernel/site";

export const PRODUCT_CLAIM = "Rent & share locally";
export const HOME_DESCRIPTION =
  "Rent and share locally: neighborhood rentals made simple. Tents, tools, kayaks and more, from people near you.";

const MARGIN_PX = 50;

/** True once the element has come within 50 px of the screen. */
export function useNearView(element: RefObject<Element | null>, isNearFromStart: boolean): boolean {
  const [isNear, setIsNear] = useState(isNearFromStart);

  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${MARGIN_PX}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);

  return isNear;
}

/** Detects a return from another tab, and from another window while the page stayed visible. */
export function followWindowFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const notify = () => onFocus();
    addEventListener("visibilitychange", notify);
    addEventListener("focus", notify);
    return () => {
      removeEventListener("visibilitychange", notify);
      removeEventListener("focus", notify);
    };
  });
}
