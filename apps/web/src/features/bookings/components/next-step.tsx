import type { BookingAction, BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";
import { useTimeAround } from "../../../lib/dates.ts";
import { refreshBookings } from "../../../lib/live-events.ts";
import { handoffLabels } from "../../../lib/rental-labels.ts";
import { type ActionContext, actionCopy } from "../copy/actions.ts";
import { isOwnAction, nextAction, payLabel, stepActions } from "../copy/next-action.ts";
import { needsOwnPayoutAccount, stepCopy } from "../copy/next-step.ts";
import { progressOf } from "../copy/status.ts";
import { ActionButton } from "./action-button.tsx";
import { ReplyButton } from "./planned-times.tsx";

type Props = ActionContext & { booking: BookingDetailView };

export function NextStep({ booking, ...context }: Props) {
  const { nextStep, lateness, pickupAt, endAt } = booking;
  const marks = [nextStep?.until, pickupAt, endAt, lateness?.freeUntil, lateness?.nextDayAt];
  const now = useTimeAround(...marks);
  useRefreshAfter(booking, marks, now);
  const text = stepCopy(booking, now) ?? (booking.status === "closed" ? "This rental is completed." : null);
  const next = nextAction(booking, now);
  const actions = stepActions(booking, now);
  if (!text && actions.length === 0) return null;

  return (
    <section
      aria-label="What happens next"
      className="rounded-card border border-line bg-surface p-5 shadow-soft md:p-6"
    >
      <ProgressBar booking={booking} />
      {/* A live region: the text changes when the other side acts. */}
      <p role="status" className="text-pretty font-semibold text-lg empty:hidden">
        {text}
      </p>
      {needsOwnPayoutAccount(booking) && (
        <Link href="/profile?tab=payments" className={`${BUTTON_STYLE.primary} mt-4 max-sm:w-full`}>
          Set up payouts
        </Link>
      )}
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((action) => (
            <Action key={action} action={action} isMain={action === next} booking={booking} {...context} />
          ))}
        </div>
      )}
    </section>
  );
}

/** What happens at a deadline changes the booking, also on a page that is open then. */
function useRefreshAfter({ version }: BookingDetailView, marks: readonly (string | null | undefined)[], now: number) {
  const client = useQueryClient();
  const passed = marks.filter((instant) => instant && Date.parse(instant) < now).length;
  const before = useRef({ version, passed });
  useEffect(() => {
    const hasPassed = before.current.version === version && before.current.passed < passed;
    before.current = { version, passed };
    if (hasPassed) void refreshBookings(client);
  }, [client, version, passed]);
}

type ActionProps = Props & { action: BookingAction; isMain: boolean };

function Action({ action, isMain, booking, ...context }: ActionProps) {
  const look = isMain ? "primary" : "outline";
  const wide = "max-sm:w-full";
  const pay = payLabel(action);
  if (pay) {
    return (
      <Link href={`/checkout/${booking.id}`} className={`${BUTTON_STYLE[look]} ${wide}`}>
        {pay}
      </Link>
    );
  }
  if (action === "confirm_pickup") return <ConfirmPickup booking={booking} {...context} />;
  const extension = booking.extensions.find(({ decidedAt }) => decidedAt === null);
  if ((action === "approve_extension" || action === "decline_extension") && extension) {
    const values = { extensionId: extension.id };
    const name = `${actionCopy(action, booking).label} more days`;
    return <ActionButton {...{ action, booking, values, name, look }} className={wide} {...context} />;
  }
  if (!isOwnAction(action)) return null;
  return <ActionButton action={action} booking={booking} look={look} className={wide} {...context} />;
}

/** The same reply as in the card of the time, where it can also be changed. */
function ConfirmPickup({ booking, onTooLate, onGone }: Props) {
  const plan = booking.plannedTimes.find(({ kind }) => kind === "pickup");
  if (!plan) return null;
  return (
    <ReplyButton reply="confirm" look="primary" title={null} {...{ plan, booking, onTooLate, onDone: onGone }}>
      {`Confirm ${handoffLabels(booking).agreed}`}
    </ReplyButton>
  );
}

function ProgressBar({ booking }: { booking: BookingDetailView }) {
  const progress = progressOf(booking);
  if (!progress) return null;
  const { stages, reached, stage } = progress;
  return (
    <div className="mb-4">
      <div aria-hidden="true" className="grid grid-cols-6 gap-1.5">
        {stages.map((name, index) => (
          <div key={name} className="grid gap-1.5">
            <span className={`h-1.5 rounded-full ${index < reached ? "bg-primary" : "bg-sunken"}`} />
            <span className={`text-xs max-md:hidden ${index < reached ? "font-semibold" : "text-muted"}`}>{name}</span>
          </div>
        ))}
      </div>
      <p className="mt-1.5 text-muted text-sm md:sr-only">
        Step {reached} of {stages.length}: {stage}
      </p>
    </div>
  );
}
