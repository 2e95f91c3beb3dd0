import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { Hourglass } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { useSecondsUntil } from "../../../lib/dates.ts";

import { clockCopy, spokenMark } from "../copy.ts";

type HeldNoticeProps = {
  booking: BookingDetailView;
  /** When the held dates become available to others; null if nothing is held for this payment only. */
  until: string | null;
  isBusy: boolean;
  onChange: () => void;
  onEnd: () => void;
};

/** Shows how long the dates are held, and lets the renter release them to change the booking. */
export function HeldNotice({ booking, until, isBusy, onChange, onEnd }: HeldNoticeProps) {
  const [isChanging, setIsChanging] = useState(false);
  useEffect(() => {
    if (!isBusy) setIsChanging(false);
  }, [isBusy]);
  if (!until) return null;
  const change = () => {
    setIsChanging(true);
    onChange();
  };
  return (
    <HoldNotice until={until} timeZone={booking.timezone} onEnd={isBusy ? null : onEnd}>
      {(isChanging || !isBusy) && booking.allowedActions.includes("cancel") && (
        <Button look="outline" isBusy={isChanging} onClick={change}>
          Change my booking
        </Button>
      )}
    </HoldNotice>
  );
}

type HoldNoticeProps = {
  until: string;
  timeZone: string;
  /** Null while another operation may end the hold. */
  onEnd: (() => void) | null;
  children?: ReactNode;
};

/** The seconds are hidden from screen readers, which get announcements in the last minutes instead. */
function HoldNotice({ until, timeZone, onEnd, children }: HoldNoticeProps) {
  const seconds = useSecondsUntil(until);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  const hasEnded = seconds === 0 && onEnd !== null;
  useEffect(() => {
    if (hasEnded) latest.current?.();
  }, [hasEnded]);

  return (
    <section
      aria-label="Time to pay"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-warning-soft px-4 py-3 text-on-warning-soft"
    >
      <Hourglass size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-52 text-pretty">
        <span className="font-semibold">
          Held for you until {clockCopy(until, timeZone)}
          {seconds < 3600 && (
            <span aria-hidden="true" className="tabular-nums">
              {" "}
              · {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")} left
            </span>
          )}
        </span>
        <span className="block text-sm">After that, others can book these dates. Nothing is charged.</span>
      </p>
      {children}
      <p role="status" className="sr-only">
        {spokenMark(seconds)}
      </p>
    </section>
  );
}
