import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import type { ActionContext } from "../copy/actions.ts";
import { isInDispute } from "../copy/problems/disagreement.ts";

const loadDialog = () => import("./instructions-dialog.tsx").then((module) => module.InstructionsDialog);

type Props = Pick<ActionContext, "onTooLate"> & { booking: BookingDetailView };

/** What the other person must know at the handoff. The person at whose place it is can write it. */
export function HandoffInstructions({ booking, onTooLate }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const { specialInstructions } = booking.exchange;
  const canSetInstructions = booking.exchange.canSetInstructions && !isInDispute(booking);
  if (specialInstructions === null && !canSetInstructions) return null;
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };

  return (
    <div className="mt-4">
      {specialInstructions !== null && (
        <div className="rounded-control bg-subtle px-4 py-3">
          <h3 className="font-semibold text-sm">Instructions</h3>
          <p className="mt-1 whitespace-pre-line break-words">{specialInstructions}</p>
        </div>
      )}
      {canSetInstructions && (
        <Button look="outline" className="mt-3 max-sm:w-full" onClick={open}>
          {specialInstructions === null ? "Add instructions" : "Edit instructions"}
        </Button>
      )}
      {isRequested && (
        <LazyPart load={loadDialog} props={{ booking, isOpen, onTooLate, onClose: () => setIsOpen(false) }} />
      )}
    </div>
  );
}
