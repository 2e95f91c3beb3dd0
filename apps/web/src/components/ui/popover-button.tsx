import { type ReactNode, useEffect, useId, useRef, useState } from "react";

type Props = {
  label: string;
  face: ReactNode;
  className: string;
  panelClassName: string;
  children: (close: () => void) => ReactNode;
};

/**
 * Native popover, which handles Escape, clicks outside and the return of the focus. Its content exists only while it
 * is open.
 */
export function PopoverButton({ label, face, className, panelClassName, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => panel.current?.hidePopover();

  // On a prerendered page the button works before hydration.
  useEffect(() => setIsOpen(panel.current?.matches(":popover-open") ?? false), []);

  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={className}>
        {face}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => setIsOpen(event.newState === "open")}
        className={`fixed inset-auto top-15 right-3 m-0 max-h-[calc(100dvh-5rem)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 text-ink shadow-soft md:top-17 md:right-[max(2rem,calc((100vw-80rem)/2))] ${panelClassName}`}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}
