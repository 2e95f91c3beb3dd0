import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { stepAfter, TOUR_STEPS, type TourStep } from "../tour-steps.ts";
import { useTourPlace } from "../use-tour-place.ts";

const LAST = TOUR_STEPS.length - 1;

/** Nothing but the tour can be used until it is over. What a step is about is left out of the shade. */
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

  // Only now has the card a size.
  useTourPlace(step, card, spot);

  // A screen reader goes on with the new step. Before anybody can press a key: later it would take the focus from them.
  useLayoutEffect(() => {
    if (step) heading.current?.focus({ preventScroll: true });
  }, [step]);

  const move = (to: "next" | "previous") => {
    const after = stepAfter(place, to);
    if (after === null) onClose();
    else setPlace(after);
  };
  const act = (url: string) => {
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
            onClick={() => act(step.action?.url ?? "/")}
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
