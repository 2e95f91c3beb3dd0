import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";
import { Dialog, DialogCancel } from "../../../components/ui/dialog.tsx";
import { formatMoment } from "../../../lib/dates.ts";

type Props = {
  label: string;
  /** Null when there is nowhere to go. */
  aimOf: () => Date | null;
  onGo: (aim: Date) => void;
};

/** Asks first: there is no way back. */
export function MoveButton({ label, aimOf, onGo }: Props) {
  const [aim, setAim] = useState<Date | null>(null);

  return (
    <>
      <Button look="outline" onClick={() => setAim(aimOf())}>
        {label}
      </Button>
      <Dialog
        isOpen={aim !== null}
        onClose={() => setAim(null)}
        title={aim ? `Move to ${formatMoment(aim.toISOString())}?` : ""}
        text="Everything that becomes due on the way happens: deadlines, charges, reminders, payouts. There is no way back."
      >
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <DialogCancel className={BUTTON_STYLE.outline}>Cancel</DialogCancel>
          <Button
            onClick={() => {
              setAim(null);
              if (aim) onGo(aim);
            }}
          >
            Move the clock
          </Button>
        </div>
      </Dialog>
    </>
  );
}
