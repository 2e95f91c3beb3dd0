import { X } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { stepAfter, TOUR_STEPS, type TourStep } from "./tour-steps.ts";

const LAST = TOUR_STEPS.length - 1;

/** Modal until the tour ends; the overlay leaves the step's target uncovered. */
export function TourDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [place, setPlace] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const spot = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = useId();
  const step = TOUR_STEPS[place] as TourStep;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // Must run after the dialog is shown: before that the card has no size.
  useTourPlace(step, card, spot);

  // Moves focus to the new step for screen readers. In a layout effect, so that it runs before the user can press a
  // key.
  useLayoutEffect(() => {
    if (step) heading.current?.focus({ preventScroll: true });
  }, [step]);

  const move = (to: "next" | "previous") => {
    const after = stepAfter(place, to);
    if (after === null) onClose();
    else setPlace(after);
  };
  const followAction = (url: string) => {
    navigate(url);
    move("next");
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${ids}-title`}
      aria-describedby={`${ids}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-transparent text-ink backdrop:bg-transparent"
    >
      <div ref={spot} aria-hidden="true" className="tour-spot" />
      <div ref={card} className="tour-card rounded-card bg-surface p-5 shadow-deep">
        <div className="flex items-start justify-between gap-3">
          <p className="pt-3 text-muted text-sm">
            Step {place + 1} of {TOUR_STEPS.length}
          </p>
          <button
            type="button"
            aria-label="Close the tour"
            onClick={onClose}
            className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-subtle"
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
        <h2 ref={heading} id={`${ids}-title`} tabIndex={-1} className="display-type text-xl outline-none">
          {step.title}
        </h2>
        <p id={`${ids}-text`} className="mt-2 text-pretty text-muted">
          {step.description}
        </p>
        {step.action && (
          <button
            type="button"
            className={`${BUTTON_STYLE.outline} mt-4 w-full`}
            onClick={() => followAction(step.action?.url ?? "/")}
          >
            {step.action.label}
          </button>
        )}
        <StepButtons place={place} onMove={move} onSkip={onClose} />
      </div>
    </dialog>
  );
}

type ButtonsProps = { place: number; onMove: (to: "next" | "previous") => void; onSkip: () => void };

function StepButtons({ place, onMove, onSkip }: ButtonsProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2">
      {place < LAST && (
        <button
          type="button"
          onClick={onSkip}
          className="-ml-2 mr-auto min-h-11 rounded-control px-2 font-semibold text-muted hover:text-ink"
        >
          Skip
        </button>
      )}
      {place > 0 && (
        <button type="button" className={`${BUTTON_STYLE.outline} ml-auto`} onClick={() => onMove("previous")}>
          Previous
        </button>
      )}
      <button type="button" className={BUTTON_STYLE.primary} onClick={() => onMove("next")}>
        {place === LAST ? "Finish" : "Next"}
      </button>
    </div>
  );
}

const GAP = 12;
const HALO = 6;

type Box = { top: number; left: number; width: number; height: number };

/** The first visible match: small screens may show a different element. */
function findTarget(selector: string | undefined): HTMLElement | null {
  const found = selector ? [...document.querySelectorAll<HTMLElement>(selector)] : [];
  return found.find((element) => element.offsetParent !== null) ?? null;
}

function setBox(element: HTMLElement, { top, left, width, height }: Box): void {
  Object.assign(element.style, { top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` });
}

/** Places the card below the target, above it if there is no room, or in the center without a target. */
function useTourPlace(step: TourStep, card: RefObject<HTMLElement | null>, spot: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const target = findTarget(step.target);
    target?.scrollIntoView({ block: "center" });

    const place = () => {
      if (!card.current || !spot.current) return;
      const box = target?.isConnected ? target.getBoundingClientRect() : null;
      const { offsetWidth: width, offsetHeight: height } = card.current;
      if (box) {
        setBox(spot.current, {
          top: box.top - HALO,
          left: box.left - HALO,
          width: box.width + 2 * HALO,
          height: box.height + 2 * HALO,
        });
      } else setBox(spot.current, { top: innerHeight / 2, left: innerWidth / 2, width: 0, height: 0 });
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

/** Keeps the card fully on screen if it fits. */
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
