import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { usePageSession } from "../../../lib/page-session.ts";
import { getBooking as bookingQuery, syncPayment } from "../api.ts";
import { isUnpaid, type PaidKind } from "../payment.ts";
import { useBookingEvents } from "../use-booking-payment.ts";

/** Pause before each check; the last one repeats. */
const PAUSES_MS = [3_000, 5_000, 10_000, 20_000];
/** Number of checks that must find the payment unpaid before we accept it. */
const UNPAID_CHECKS_NEEDED = 3;

type PaymentCheckProps = {
  bookingId: string;
  kind: PaidKind;
  onSettled: (booking: BookingDetailView) => void;
  onNotPaid: () => void;
};

/** Polls for an unknown payment outcome, and prevents another payment until it is known. */
export function PaymentCheck({ bookingId, kind, onSettled, onNotPaid }: PaymentCheckProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [checks, setChecks] = useState({ made: 0, unpaid: 0 });
  const [isChecking, setIsChecking] = useState(false);
  useEffect(() => heading.current?.focus(), []);

  const check = async () => {
    if (isChecking) return;
    setIsChecking(true);
    const booking = await syncPayment(bookingId).catch(() => null);
    setIsChecking(false);
    if (booking && !isUnpaid(booking, kind)) return onSettled(booking);
    const unpaid = checks.unpaid + (booking ? 1 : 0);
    if (unpaid >= UNPAID_CHECKS_NEEDED) return onNotPaid();
    setChecks({ made: checks.made + 1, unpaid });
  };
  useBookingEvents(bookingId, () => void check());
  // biome-ignore lint/correctness/useExhaustiveDependencies: one check at a time
  useEffect(() => {
    const timer = setTimeout(() => void check(), PAUSES_MS[checks.made] ?? PAUSES_MS.at(-1));
    return () => clearTimeout(timer);
  }, [checks]);

  return (
    <section
      aria-labelledby="payment-check"
      className="mx-auto grid max-w-lg justify-items-center rounded-card border border-line bg-surface px-5 py-10 text-center"
    >
      <LoaderCircle size={32} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-muted" />
      <h2 id="payment-check" ref={heading} tabIndex={-1} className="mt-4 display-type text-xl outline-none">
        Checking your payment
      </h2>
      <p className="mt-2 text-balance text-muted">
        We don’t have the result yet. Please don’t pay again: we keep checking, and you’re never charged twice.
      </p>
      <Button look="outline" className="mt-5" isBusy={isChecking} busyText="Checking..." onClick={() => void check()}>
        Check again
      </Button>
    </section>
  );
}

type FollowedBookingProps = {
  /** From the URL; null when it has none. */
  bookingId: string | null;
  /** Undefined while loading; null when there is no booking the viewer may see. */
  children: (booking: BookingDetailView | null | undefined) => ReactNode;
};

/** Loads the booking and keeps it up to date. Visitors get null. */
export function FollowedBooking({ bookingId, children }: FollowedBookingProps) {
  const { user } = usePageSession();
  const isEnabled = bookingId !== null && Boolean(user);
  const { data, isError } = useQuery({ ...bookingQuery(bookingId ?? ""), enabled: isEnabled });
  const isLoading = bookingId !== null && (user === undefined || (isEnabled && !data && !isError));
  return (
    <>
      {children(isEnabled && data ? data : isLoading ? undefined : null)}
      {isEnabled && data && <BookingUpdates bookingId={bookingId} />}
    </>
  );
}

function BookingUpdates({ bookingId }: { bookingId: string }) {
  const { refetch } = useQuery(bookingQuery(bookingId));
  useBookingEvents(bookingId, () => void refetch());
  return null;
}

export function WhatIsNext({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next" className="mt-8 w-full text-left">
      <h2 id="next" className="font-semibold">
        What happens next
      </h2>
      <ol className="mt-3 grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-bold text-on-primary-soft text-sm"
            >
              {index + 1}
            </span>
            <span className="min-w-0 text-pretty">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
