import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { type ActionContext, actionCopy, type OwnAction } from "../copy/actions.ts";

/** Their forms come with the first press. */
const loadActionDialog = () => import("./action-dialog.tsx").then((module) => module.ActionDialog);
const loadCancelDialog = () => import("./cancel-dialog.tsx").then((module) => module.CancelDialog);

type Props = ActionContext & {
  act: OwnAction;
  booking: BookingView | BookingDetailView;
  look?: "primary" | "outline";
  /** What screen readers say instead, where several buttons show the same. */
  name?: string;
  className?: string;
};

/** Asks before it acts. */
export function ActionButton({ act, booking, look = "outline", name, className, ...around }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const dialog = { booking, isOpen, onClose: () => setIsOpen(false), ...around };
  const open = () => {
    setIsAsked(true);
    setIsOpen(true);
  };

  return (
    <>
      <Button look={look} aria-label={name} className={className} onClick={open}>
        {actionCopy(act, booking).label}
      </Button>
      {isAsked && act === "cancel" && <LazyPart load={loadCancelDialog} props={dialog} />}
      {isAsked && act !== "cancel" && <LazyPart load={loadActionDialog} props={{ ...dialog, act }} />}
    </>
  );
}
