import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../../components/ui/button.tsx";

type SearchPopoverProps = {
  title: string;
  face: ReactNode;
  className: string;
  panelClassName?: string;
  children: ReactNode;
};

const EDGE = 12;
const ANIMATION = "max-md:animate-[rise_320ms_cubic-bezier(0.2,0.8,0.2,1)] md:animate-[appear_120ms]";

/**
 * A native popover below its button, and a sheet on small screens. Its content is outside the button's form, which
 * Enter would submit otherwise, and exists only while it is open.
 */
export function SearchPopover({ title, children, ...looks }: SearchPopoverProps) {
  const { face, className, panelClassName = "" } = looks;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const place = () => placeBelow(button.current, panel.current);
    place();
    panel.current?.focus({ preventScroll: true });
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [isOpen]);

  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-haspopup="dialog" className={className}>
        {face}
      </button>
      {createPortal(
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="dialog"
          aria-label={title}
          tabIndex={-1}
          onBeforeToggle={() => placeBelow(button.current, panel.current)}
          onToggle={(event) => setIsOpen(event.newState === "open")}
          className={`fixed inset-auto m-0 overflow-y-auto overscroll-contain border border-line bg-surface p-5 text-ink shadow-deep outline-none max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:w-full max-md:max-w-full max-md:rounded-t-sheet max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-md:backdrop:bg-scrim md:top-(--below) md:left-(--from) md:max-h-[calc(100dvh-6rem)] md:w-96 md:rounded-card dark:border-line-strong ${ANIMATION} ${panelClassName}`}
        >
          {isOpen && (
            <>
              {children}
              <div className="mt-5 flex justify-end">
                <Button onClick={() => panel.current?.hidePopover()}>Done</Button>
              </div>
            </>
          )}
        </div>,
        document.body,
      )}
    </>
  );
}

/** Keeps the panel inside the window. */
function placeBelow(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (!button || !panel) return;
  const { left, bottom } = button.getBoundingClientRect();
  const rightmost = innerWidth - (panel.offsetWidth || WIDTH) - EDGE;
  panel.style.setProperty("--from", `${Math.max(EDGE, Math.min(left, rightmost))}px`);
  panel.style.setProperty("--below", `${bottom + EDGE}px`);
}

/** Before the panel is shown it cannot be measured. */
const WIDTH = 384;
