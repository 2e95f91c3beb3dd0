import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";
import type { PlanAction } from "@nexby/domain/planning/planned-times";
import { MapPin, StickyNote } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Notice } from "../../../components/ui/notice.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useMutationAction } from "../../../lib/form-errors.ts";
import { PLAN_ACTIONS } from "../api.ts";
import type { ActionContext } from "../copy/actions.ts";
import {
  keepLabel,
  planBadge,
  planLines,
  planQuote,
  planTime,
  planTitle,
  proposeLabel,
} from "../copy/planned-times.ts";
import { useAction } from "./use-action.ts";

/** Loaded when it is first opened. */
const loadDialog = () => import("./propose-time-dialog.tsx").then((module) => module.ProposeTimeDialog);

type Props = Pick<ActionContext, "onTooLate"> & { booking: BookingDetailView };

/** The pickup and return that are still to come: who has to reply, and what each person can do. */
export function PlannedTimes({ booking, onTooLate }: Props) {
  if (booking.plannedTimes.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
      {booking.plannedTimes.map((plan) => (
        <PlannedTimeCard key={plan.kind} plan={plan} booking={booking} onTooLate={onTooLate} />
      ))}
    </div>
  );
}

type CardProps = Props & { plan: PlannedTimeView };

function PlannedTimeCard({ plan, booking, onTooLate }: CardProps) {
  const heading = useId();
  const state = useRef<HTMLDivElement>(null);
  const title = planTitle(plan, booking);
  const badge = planBadge(plan, booking);
  const quote = planQuote(plan, booking);
  const place = plan.proposal?.place ?? plan.place;
  const notes = plan.proposal ? plan.proposal.notes : plan.notes;
  const focusState = () => state.current?.focus({ preventScroll: true });

  return (
    <section aria-labelledby={heading} className="min-w-0 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={heading} className="display-type text-lg">
          {title}
        </h2>
        {badge && <Badge look={badge.look}>{badge.label}</Badge>}
      </div>
      {/* A live region: the state changes when the other person replies. */}
      <div ref={state} role="status" tabIndex={-1} className="mt-2 outline-none">
        <p className="font-semibold text-lg">{planTime(plan, booking)}</p>
        {planLines(plan, booking).map((line) => (
          <p key={line} className="mt-1 text-pretty text-muted text-sm">
            {line}
          </p>
        ))}
      </div>
      {place && booking.exchangeType !== "pickup" && (
        <p className="mt-2 flex gap-2 text-sm">
          <MapPin size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 break-words">{place}</span>
        </p>
      )}
      {notes && (
        <p className="mt-2 flex gap-2 text-sm">
          <StickyNote size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
          <span className="min-w-0 whitespace-pre-line break-words">{notes}</span>
        </p>
      )}
      {quote && (
        <figure className="mt-3 rounded-control bg-subtle px-3 py-2 text-sm">
          <figcaption className="text-pretty text-muted">{quote.by}</figcaption>
          <blockquote className="whitespace-pre-line break-words">{quote.text}</blockquote>
        </figure>
      )}
      <PlanButtons plan={plan} booking={booking} title={title} onTooLate={onTooLate} onDone={focusState} />
    </section>
  );
}

type ButtonsProps = CardProps & {
  title: string;
  /** Moves the focus when the pressed button is gone. */
  onDone: () => void;
};

function PlanButtons({ plan, booking, title, onTooLate, onDone }: ButtonsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const can = (action: PlanAction) => booking.allowedActions.includes(`${action}_${plan.kind}`);
  const canReply = can("confirm") || can("keep");
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  const dialog = { plan, booking, title, isOpen, onTooLate, onGone: onDone, onClose: () => setIsOpen(false) };

  return (
    <>
      {(canReply || can("propose")) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {can("confirm") && (
            <ReplyButton reply="confirm" look="primary" {...{ plan, booking, title, onTooLate, onDone }}>
              Confirm the time
            </ReplyButton>
          )}
          {can("propose") && (
            <Button
              look="outline"
              aria-label={`${proposeLabel(plan)}: ${title}`}
              className="max-sm:w-full"
              onClick={open}
            >
              {proposeLabel(plan)}
            </Button>
          )}
          {can("keep") && (
            <ReplyButton reply="keep" look="outline" {...{ plan, booking, title, onTooLate, onDone }}>
              {keepLabel(plan, booking)}
            </ReplyButton>
          )}
        </div>
      )}
      {isRequested && <LazyPart load={loadDialog} props={dialog} />}
    </>
  );
}

type ReplyButtonProps = Omit<ButtonsProps, "title"> & {
  /** Tells buttons of several times apart; null where the label does. */
  title: string | null;
  reply: "confirm" | "keep";
  look: "primary" | "outline";
  children: string;
};

const DONE = { confirm: "Time confirmed", keep: "The time stays as it is" };

export function ReplyButton({ reply, look, plan, booking, title, onTooLate, onDone, children }: ReplyButtonProps) {
  const send = useAction(PLAN_ACTIONS[reply](booking.id), { done: DONE[reply], onTooLate });
  const { run, isBusy, problem } = useMutationAction(async () => {
    await send({ kind: plan.kind, proposalId: plan.proposal?.id ?? null });
    onDone();
  });
  return (
    <>
      <Button
        look={look}
        isBusy={isBusy}
        busyText="Saving..."
        aria-label={isBusy || title === null ? undefined : `${children}: ${title}`}
        className="max-sm:w-full"
        onClick={() => void run()}
      >
        {children}
      </Button>
      {problem && (
        <Notice look="problem" role="alert" className="w-full">
          {problem}
        </Notice>
      )}
    </>
  );
}
