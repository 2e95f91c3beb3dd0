import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";

/** Fills a phone's screen, and is a box in the middle of larger ones. The caller limits its width. */
export const FULL_SHEET = "m-0 h-dvh max-h-dvh w-full max-w-full sm:m-auto sm:h-auto sm:max-h-[90dvh] sm:rounded-sheet";

type Props = {
  /** Heading, or the accessible name where the heading is hidden. */
  title: string;
  isTitleHidden?: boolean;
  onClose: () => void;
  className: string;
  children: ReactNode;
};

/**
 * Native dialog, open as long as it is rendered: the page behind it takes no focus, Escape closes it, and the focus
 * returns to where it was.
 */
export function Modal({ title, isTitleHidden = false, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // The backdrop belongs to the dialog, so a click beside the content hits the dialog itself.
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
      className={`flex-col bg-surface text-ink shadow-deep outline-none backdrop:bg-scrim open:flex ${className}`}
    >
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex shrink-0 items-center justify-between gap-4 pt-3 pr-3 pl-5">
          {isTitleHidden ? <span /> : <h2 className="display-type text-xl">{title}</h2>}
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-120 hover:bg-subtle"
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
