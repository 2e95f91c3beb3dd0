import { type RefObject, useLayoutEffect } from "react";
import type { TourStep } from "./tour-steps.ts";

const GAP = 12;
const HALO = 6;

type Box = { top: number; left: number; width: number; height: number };

/** The first that can be seen: a page may show another one on small screens. */
function findTarget(selector: string | undefined): HTMLElement | null {
  const found = selector ? [...document.querySelectorAll<HTMLElement>(selector)] : [];
  return found.find((element) => element.offsetParent !== null) ?? null;
}

function put(element: HTMLElement, { top, left, width, height }: Box): void {
  Object.assign(element.style, { top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` });
}

/** The card stands below what the step is about, above it where there is no room, and else in the middle. */
export function useTourPlace(
  step: TourStep,
  card: RefObject<HTMLElement | null>,
  spot: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const target = findTarget(step.target);
    target?.scrollIntoView({ block: "center" });

    const place = () => {
      if (!card.current || !spot.current) return;
      const box = target?.isConnected ? target.getBoundingClientRect() : null;
      const { offsetWidth: width, offsetHeight: height } = card.current;
      if (box) {
        put(spot.current, {
          top: box.top - HALO,
          left: box.left - HALO,
          width: box.width + 2 * HALO,
          height: box.height + 2 * HALO,
        });
      } else put(spot.current, { top: innerHeight / 2, left: innerWidth / 2, width: 0, height: 0 });
      const { top, left } = cardPlace(box, { width, height }, { width: innerWidth, height: innerHeight });
      Object.assign(card.current.style, { top: `${top}px`, left: `${left}px` });
    };

    place();
    addEventListener("resize", place);
    addEventListener("scroll", place, { passive: true });
    return () => {
      removeEventListener("resize", place);
      removeEventListener("scroll", place);
    };
  }, [step, card, spot]);
}

type Size = { width: number; height: number };

/** Always wholly on the screen, as far as it fits. */
export function cardPlace(target: Box | null, card: Size, screen: Size): { top: number; left: number } {
  const middle = { top: (screen.height - card.height) / 2, left: (screen.width - card.width) / 2 };
  if (!target) return { top: Math.max(GAP, middle.top), left: Math.max(GAP, middle.left) };
  const left = target.left + target.width / 2 - card.width / 2;
  const below = target.top + target.height + HALO + GAP;
  const above = target.top - HALO - GAP - card.height;
  const top = below + card.height + GAP <= screen.height ? below : above;
  return {
    top: Math.max(GAP, Math.min(top, screen.height - card.height - GAP)),
    left: Math.max(GAP, Math.min(left, screen.width - card.width - GAP)),
  };
}
