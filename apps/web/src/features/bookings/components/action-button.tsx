import type { BookingDetailView, BookingView } from "@nexby/contract/bookings/bookings";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { type ActionContext, actionCopy, type OwnAction } from "../copy/actions.ts";

/** Dialogs are loaded on the first click. */
const loadActionDialog = () => import("./action-dialog.tsx").then((module) => module.ActionDialog);
const loadClaimDialog = () => import("./claim-dialog.tsx").then((module) => module.ClaimDialog);
const loadCancelDialog = () => import("./cancel-dialog.tsx").then((module) => module.CancelDialog);

type Props = ActionContext & {
  action: OwnAction;
  booking: BookingView | BookingDetailView;
  /** Sent along without asking, such as the id of what is decided on. */
  values?: object;
  look?: "primary" | "outline";
  /** Accessible name, for lists where several buttons share a label. */
  name?: string;
  /** Instead of the action's own. */
  label?: string;
  /** The page to go to after a cancellation. */
  leadsTo?: string;
  className?: string;
};

/** Opens a confirmation dialog before running the action. */
export function ActionButton({ action, booking, values, look = "outline", name, className, ...rest }: Props) {
  const { label = actionCopy(action, booking).label, leadsTo, onBefore, ...context } = rest;
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const dialog = { booking, isOpen, onClose: () => setIsOpen(false), ...context };
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };

  return (
    <>
      <Button
        look={look}
        aria-label={name}
        className={className}
        onClick={() => (onBefore ? onBefore(action, open) : open())}
      >
        {label}
      </Button>
      {isRequested && action === "cancel" && <LazyPart load={loadCancelDialog} props={{ ...dialog, leadsTo }} />}
      {isRequested && action === "claim_damage" && <LazyPart load={loadClaimDialog} props={dialog} />}
      {isRequested && action !== "cancel" && action !== "claim_damage" && (
        <LazyPart load={loadActionDialog} props={{ ...dialog, action, values }} />
      )}
    </>
  );
}

type NotesAndActionsProps = ActionContext & {
  booking: BookingDetailView;
  actions: readonly OwnAction[];
  /** Labels with the messages that users wrote, if any. */
  notes: readonly (readonly [label: string, text: string | null])[];
};

/** The end of a part about a late fee or a claim: what both sides said, and what the viewer can do. */
export function NotesAndActions({ booking, actions, notes, ...context }: NotesAndActionsProps) {
  const allowed = actions.filter((action) => booking.allowedActions.includes(action));
  return (
    <>
      {notes.map(
        ([label, text]) =>
          text && (
            <p key={label} className="mt-2 whitespace-pre-line break-words text-muted text-sm">
              {label}: {text}
            </p>
          ),
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {allowed.map((action) => (
          <ActionButton key={action} action={action} booking={booking} className="max-sm:w-full" {...context} />
        ))}
      </div>
    </>
  );
}
