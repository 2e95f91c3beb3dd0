import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";

type Props = { direction: 1 | -1; label: string; className: string; onClick: () => void };

export function ScrollButton({ direction, label, className, onClick }: Props) {
  const Icon = direction === 1 ? ChevronRight : ChevronLeft;

  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`size-11 place-items-center rounded-full border border-line bg-surface dark:border-line-strong text-ink shadow-soft transition-colors duration-120 hover:bg-subtle ${className}`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

type ScrollEdges = { hasMoreBefore: boolean; hasMoreAfter: boolean };

/** Scaled screens leave fractions of a pixel at the ends. */
const TOLERANCE = 2;

/** Tells on which sides a row that scrolls sideways has more content. */
export function useScrollEdges(row: RefObject<HTMLElement | null>): ScrollEdges {
  const [edges, setEdges] = useState<ScrollEdges>({ hasMoreBefore: false, hasMoreAfter: false });

  useEffect(() => {
    const element = row.current;
    if (!element) return;

    const measure = () => {
      const hasMoreBefore = element.scrollLeft > TOLERANCE;
      const hasMoreAfter = element.scrollLeft + element.clientWidth < element.scrollWidth - TOLERANCE;
      setEdges((old) =>
        old.hasMoreBefore === hasMoreBefore && old.hasMoreAfter === hasMoreAfter
          ? old
          : { hasMoreBefore, hasMoreAfter },
      );
    };

    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [row]);

  return edges;
}

/** Scrolls an entry of the row into view. Sideways only: scrollIntoView would move the page as well. */
export function reveal(row: HTMLElement | null, selector: string): void {
  const entry = row?.querySelector<HTMLElement>(selector);
  if (!row || !entry) return;
  const offset = entry.getBoundingClientRect().left - row.getBoundingClientRect().left;
  const isHidden = offset < 0 || offset + entry.offsetWidth > row.clientWidth;
  if (!isHidden) return;
  const left = row.scrollLeft + offset - (row.clientWidth - entry.offsetWidth) / 2;
  row.scrollTo({ left, behavior: "instant" });
}

/**
 * Smooth unless reduced motion is preferred. Not set in the stylesheet: the row would also glide after the keyboard
 * focus, and Chromium does not scroll to an entry that is focused while a glide ends.
 */
export function scrollByPage(row: HTMLElement | null, direction: 1 | -1): void {
  const isMotionAllowed = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  row?.scrollBy({ left: direction * row.clientWidth * 0.8, behavior: isMotionAllowed ? "smooth" : "instant" });
}
