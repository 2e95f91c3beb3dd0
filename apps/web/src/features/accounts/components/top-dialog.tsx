import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

type Props = { title: string; text: string; onClose: () => void; children: ReactNode };

/**
 * Native dialog, because it may open over any other dialog of the page: only the browser's top layer is above all of
 * them. It is outside of the page's root, which a dialog below may have made inert.
 */
export function TopDialog({ title, text, onClose, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    const focused = document.activeElement;
    element?.showModal();
    // Never the button that leaves, which the browser would choose where there is no field yet.
    (element?.querySelector<HTMLElement>("[name=password]") ?? element)?.focus();
    // Before the dialogs below, which would close as well.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close.current();
    };
    addEventListener("keydown", closeOnEscape, true);
    return () => {
      removeEventListener("keydown", closeOnEscape, true);
      element?.close();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    };
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="pointer-events-auto mx-auto mt-auto mb-0 max-h-dvh w-full max-w-full overflow-y-auto rounded-t-sheet bg-surface p-6 text-ink shadow-deep outline-none backdrop:bg-scrim sm:my-auto sm:max-w-md sm:rounded-sheet"
    >
      <h2 id={`${id}-title`} className="display-type text-xl">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-pretty text-muted">
        {text}
      </p>
      {children}
    </dialog>,
    document.body,
  );
}
