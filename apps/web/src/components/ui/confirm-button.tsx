import { type ReactNode, useState } from "react";
import { useAction } from "../../lib/use-action.ts";
import { Button } from "./button.tsx";
import { BUTTON_STYLE } from "./button-style.ts";
import { Dialog, DialogCancel } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

type Props = {
  /** What the button says that asks. */
  label: string;
  /** What screen readers say instead, where several buttons show the same. */
  name?: string;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  onConfirm: (key: string) => Promise<void>;
  onOpenerGone?: () => void;
};

/** A button that asks before it does what cannot be taken back. */
export function ConfirmButton({ label, name, title, text, confirmLabel, onConfirm, onOpenerGone }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction(async (key) => {
    await onConfirm(key);
    setIsOpen(false);
  });

  return (
    <>
      <Button look="outline" aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title} text={text} onOpenerGone={onOpenerGone}>
        {action.problem && (
          <Notice look="problem" role="alert" className="mt-4">
            {action.problem}
          </Notice>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <DialogCancel className={BUTTON_STYLE.outline}>Cancel</DialogCancel>
          <Button look="danger" isBusy={action.isBusy} onClick={() => void action.run()}>
            {confirmLabel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
