import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isUnfulfilled } from "@nexby/domain/bookings/statuses";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CardFormHandle } from "../../components/card-form/use-card-form.tsx";
import { useIntent } from "../../lib/browser/intents.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import { type FormProblems, problemsOf } from "../../lib/form-errors.ts";
import { refreshBookings, useLiveEvents } from "../../lib/live-events.ts";
import { withQuery } from "../../lib/paths.ts";
import { getBooking as bookingQuery, cancelCheckout, payBooking } from "./api.ts";
import { clearAttempt } from "./checkout-draft.ts";
import { holdEnd, type PaidKind, payWith } from "./payment.ts";

const NOT_PAID = "Your payment didn’t go through. You can try again.";

/** Pays or cancels a booking with a payment due. */
export function useBookingPayment(booking: BookingDetailView, kind: PaidKind, card: CardFormHandle) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const startPayment = useIntent((key: string, paidKind: PaidKind) => payBooking(booking.id)(key, { kind: paidKind }));
  const cancel = useIntent((key: string) => cancelCheckout(booking.id)(key));
  const [isUnknown, setIsUnknown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [invalid, setInvalid] = useState<FormProblems | null>(null);

  const settle = (settled: BookingDetailView) => {
    clearAttempt(sessionMemory, `${booking.renter.id}:${booking.item.id}`);
    client.setQueryData(bookingQuery(booking.id).queryKey, settled);
    void refreshBookings(client);
    if (isUnfulfilled(settled.status)) return setIsUnknown(false);
    // Its state is on the booking's page: approved, waiting for the owner, or expired.
    if (kind === "extension") return navigate(`/my-bookings/${booking.id}`);
    const isHeld = kind === "deposit" && !settled.isDepositCharged;
    const page = holdEnd(booking) ? "/booking-success" : "/success";
    const extra = kind === "late_fee" || kind === "damage" ? kind : null;
    navigate(withQuery(page, { booking: booking.id, deposit: isHeld ? "held" : null, extra }));
  };

  const { isBusy, run } = useOneAtATime((error) => {
    setProblem(problemsOf(error, []).message);
    // The booking may have changed, so refetch it after an error.
    void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
  });

  const pay = async () => {
    setProblem(null);
    const { payment } = await startPayment(kind);
    const clientSecret = payment?.clientSecret ?? null;
    const end = await payWith(card, { bookingId: booking.id, kind, clientSecret });
    if (end.status === "settled") settle(end.booking);
    else if (end.status === "unknown") setIsUnknown(true);
    else setProblem(end.message);
  };

  return {
    isBusy,
    isUnknown,
    problem,
    /** Wrong card fields. */
    invalid,
    settle,
    pay: () => {
      const fields = card.check();
      setInvalid(fields.length > 0 ? { fields, message: null, waitSeconds: null } : null);
      if (fields.length === 0) void run(pay);
    },
    /** Cancels the booking and navigates away. */
    leaveTo: (path: string) =>
      void run(async () => {
        await cancel();
        clearAttempt(sessionMemory, `${booking.renter.id}:${booking.item.id}`);
        void refreshBookings(client);
        navigate(path);
      }),
    backToCard: () => {
      setIsUnknown(false);
      setProblem(NOT_PAID);
    },
  };
}

const isAboutBooking = (data: unknown, bookingId: string): boolean =>
  typeof data === "object" && data !== null && "bookingId" in data && data.bookingId === bookingId;

/** Calls back when the booking changes or the network is back. */
export function useBookingEvents(bookingId: string, onUpdate: () => void): void {
  const latest = useRef(onUpdate);
  useEffect(() => {
    latest.current = onUpdate;
  });
  useLiveEvents(
    null,
    {
      booking_changed: (data) => {
        if (isAboutBooking(data, bookingId)) latest.current();
      },
    },
    () => latest.current(),
  );
  useEffect(() => {
    const update = () => latest.current();
    addEventListener("online", update);
    return () => removeEventListener("online", update);
  }, []);
}

/** Ignores calls while one is running: a second click can arrive before the busy state renders. */
export function useOneAtATime(onError: (error: unknown) => Promise<void> | void) {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);

  const run = async (task: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await task();
    } catch (error) {
      await onError(error);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
