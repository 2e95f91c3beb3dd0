import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { type ActSurroundings, actWords, type OwnAct } from "../copy/actions.ts";

/** Their forms come with the first press. */
const loadActDialog = () => import("./action-dialog.tsx").then((module) => module.ActDialog);
const loadCancelDialog = () => import("./cancel-dialog.tsx").then((module) => module.CancelDialog);

type Props = ActSurroundings & {
  act: OwnAct;
  booking: BookingView | BookingDetailView;
  look?: "primary" | "outline";
  /** What screen readers say instead, where several buttons show the same. */
  name?: string;
  className?: string;
};

/** Asks before it acts. */
export function ActButton({ act, booking, look = "outline", name, className, ...around }: Props) {
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
        {actWords(act, booking).label}
      </Button>
      {isAsked && act === "cancel" && <LazyPart load={loadCancelDialog} props={dialog} />}
      {isAsked && act !== "cancel" && <LazyPart load={loadActDialog} props={{ ...dialog, act }} />}
    </>
  );
}
