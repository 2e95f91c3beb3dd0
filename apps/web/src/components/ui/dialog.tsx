import { AlertDialog } from "radix-ui";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useMutationAction } from "../../lib/form-errors.ts";
import { BUTTON_STYLE, Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text: ReactNode;
  children: ReactNode;
  /** Called instead of returning the focus when the opener is gone by the time the dialog closes. */
  onOpenerGone?: () => void;
};

/**
 * A question that must be answered. The backdrop is ours, because Radix's writes a style element into the page,
 * which the security policy blocks.
 */
export function Dialog({ isOpen, onClose, title, text, children, onOpenerGone }: DialogProps) {
  const opener = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);

  const close = (event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else onOpenerGone?.();
  };

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <AlertDialog.Portal>
        <div className="dialog-backdrop fixed inset-0 z-30 grid animate-[appear_200ms] items-end overflow-y-auto bg-scrim sm:place-items-center sm:p-6">
          <AlertDialog.Content
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={close}
            className="w-full rounded-t-sheet bg-surface p-6 shadow-deep outline-none sm:max-w-md sm:rounded-sheet"
          >
            <AlertDialog.Title className="display-type text-xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-muted">{text}</AlertDialog.Description>
            {children}
            <InertPage />
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Hiding the page from screen readers is not enough: it must not take the focus either. */
function InertPage() {
  useEffect(() => {
    const page = document.getElementById("root");
    page?.setAttribute("inert", "");
    return () => page?.removeAttribute("inert");
  }, []);
  return null;
}

/** Focuses the first field or marked control instead of the cancel button, so that the user can start at once. */
function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const field = event.currentTarget.querySelector<HTMLElement>("textarea, input, [data-first]");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

export const DialogCancel = AlertDialog.Cancel;

type DialogButtonsProps = { cancelLabel?: string; className?: string; children: ReactNode };

/** The last row of a dialog. */
export function DialogButtons({ cancelLabel = "Cancel", className = "", children }: DialogButtonsProps) {
  return (
    <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
      <DialogCancel className={BUTTON_STYLE.outline}>{cancelLabel}</DialogCancel>
      {children}
    </div>
  );
}

type DialogButtonProps = Pick<DialogProps, "title" | "text" | "onOpenerGone"> & {
  look?: keyof typeof BUTTON_STYLE;
  /** Accessible name, for a button that shows an icon or the same text as others. */
  name?: string;
  label: ReactNode;
  children: (close: () => void) => ReactNode;
};

/** Button that opens a dialog. */
export function DialogButton({ look = "outline", name, label, children, ...dialog }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);

  return (
    <>
      <Button look={look} aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} {...dialog}>
        {children(close)}
      </Dialog>
    </>
  );
}

type ConfirmDialogProps = Omit<DialogProps, "children"> & {
  confirmLabel: string;
  onConfirm: (key: string) => Promise<void>;
};

/** Asks for confirmation before an irreversible action. */
export function ConfirmDialog({ confirmLabel, onConfirm, ...dialog }: ConfirmDialogProps) {
  // The attempt outlives the dialog: asking again after a lost response must not act twice.
  const action = useMutationAction(async (key) => {
    await onConfirm(key);
    dialog.onClose();
  });

  return (
    <Dialog {...dialog}>
      {action.problem && (
        <Notice look="problem" role="alert" className="mt-4">
          {action.problem}
        </Notice>
      )}
      <DialogButtons className="mt-6">
        <Button look="danger" isBusy={action.isBusy} onClick={() => void action.run()}>
          {confirmLabel}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type ConfirmButtonProps = Omit<ConfirmDialogProps, "isOpen" | "onClose"> & Pick<DialogButtonProps, "name" | "label">;

/** Button that asks for confirmation before an irreversible action. */
export function ConfirmButton({ label, name, ...dialog }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <Button look="outline" aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog isOpen={isOpen} onClose={() => setIsOpen(false)} {...dialog} />
    </>
  );
}
