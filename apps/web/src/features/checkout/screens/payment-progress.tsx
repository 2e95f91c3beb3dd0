import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { useSession } from "../../../lib/session.ts";
import { getBooking as bookingQuery, refreshed } from "../api.ts";
import { isUnpaid, type PaidKind } from "../payment.ts";
import { useBookingEvents } from "../use-booking-payment.ts";

/** Before each further look; the last one again and again. */
const PAUSES_MS = [3_000, 5_000, 10_000, 20_000];
/** So often may the server say that nothing was paid before it is believed. */
const LOOKS_TO_BELIEVE = 3;

type PaymentCheckProps = {
  bookingId: string;
  kind: PaidKind;
  onSettled: (booking: BookingDetailView) => void;
  onNotPaid: () => void;
};

/** Whether a card was charged is not known: it is found out, and nothing is paid again meanwhile. */
export function PaymentCheck({ bookingId, kind, onSettled, onNotPaid }: PaymentCheckProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [looks, setLooks] = useState({ made: 0, unpaid: 0 });
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => heading.current?.focus(), []);

  const look = async () => {
    if (isAsking) return;
    setIsAsking(true);
    const booking = await refreshed(bookingId).catch(() => null);
    setIsAsking(false);
    if (booking && !isUnpaid(booking, kind)) return onSettled(booking);
    const unpaid = looks.unpaid + (booking ? 1 : 0);
    if (unpaid >= LOOKS_TO_BELIEVE) return onNotPaid();
    setLooks({ made: looks.made + 1, unpaid });
  };
  useBookingEvents(bookingId, () => void look());
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look after the other
  useEffect(() => {
    const timer = setTimeout(() => void look(), PAUSES_MS[looks.made] ?? PAUSES_MS.at(-1));
    return () => clearTimeout(timer);
  }, [looks]);

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
        We do not know yet how it ended. Please do not pay again: we keep asking, and you are never charged twice.
      </p>
      <Button look="outline" className="mt-5" isBusy={isAsking} busyText="Checking..." onClick={() => void look()}>
        Check again
      </Button>
    </section>
  );
}

type FollowedBookingProps = {
  /** As the address has it; null when it names none. */
  bookingId: string | null;
  /** Undefined while it is read; null where there is none for who looks. */
  children: (booking: BookingDetailView | null | undefined) => ReactNode;
};

/** A booking that an address is about, kept true while it is shown. Visitors see none. */
export function FollowedBooking({ bookingId, children }: FollowedBookingProps) {
  const { user } = useSession();
  const isAsked = bookingId !== null && Boolean(user);
  const { data, isError } = useQuery({ ...bookingQuery(bookingId ?? ""), enabled: isAsked });
  const isOpen = bookingId !== null && (user === undefined || (isAsked && !data && !isError));
  return (
    <>
      {children(isAsked && data ? data : isOpen ? undefined : null)}
      {isAsked && data && <News bookingId={bookingId} />}
    </>
  );
}

function News({ bookingId }: { bookingId: string }) {
  const { refetch } = useQuery(bookingQuery(bookingId));
  useBookingEvents(bookingId, () => void refetch());
  return null;
}

/** Steps that follow, in their order. */
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
