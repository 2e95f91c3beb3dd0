import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CardFormHandle } from "../../components/card-form/use-card-form.tsx";
import { useIntent } from "../../lib/browser/intents.ts";
import { sessionMemory } from "../../lib/browser/storage.ts";
import { problemsOf } from "../../lib/form-errors.ts";
import { refreshBookings, useLiveEvents } from "../../lib/live-events.ts";
import { withQuery } from "../../lib/paths.ts";
import { getBooking as bookingQuery, giveUp, payBooking } from "./api.ts";
import { clearAttempt } from "./checkout-draft.ts";
import { holdEnd, isOver, type PaidKind, payWith } from "./payment.ts";

const NOT_PAID = "The payment provider says that nothing was paid. You can try again.";

/** Pays what a booking waits for, or gives it up. */
export function useBookingPayment(booking: BookingDetailView, kind: PaidKind, card: CardFormHandle) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const ask = useIntent((key: string, what: PaidKind) => payBooking(booking.id)(key, { kind: what }));
  const cancel = useIntent((key: string) => giveUp(booking.id)(key));
  const [isUnknown, setIsUnknown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const settle = (settled: BookingDetailView) => {
    clearAttempt(sessionMemory, `${booking.renter.id}:${booking.item.id}`);
    client.setQueryData(bookingQuery(booking.id).queryKey, settled);
    void refreshBookings(client);
    if (isOver(settled)) return setIsUnknown(false);
    const isHeld = kind === "deposit" && !settled.isDepositCharged;
    const page = holdEnd(booking) ? "/booking-success" : "/success";
    navigate(withQuery(page, { booking: booking.id, deposit: isHeld ? "held" : null }));
  };

  const { isBusy, run } = useOneAtATime((error) => {
    setProblem(problemsOf(error, []).message);
    // What was refused may stand otherwise by now.
    void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
  });

  const pay = async () => {
    setProblem(null);
    const { payment } = await ask(kind);
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
    settle,
    pay: () => {
      if (card.check()) void run(pay);
    },
    /** Lets it go and leads elsewhere. */
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

const tellsOf = (data: unknown, bookingId: string): boolean =>
  typeof data === "object" && data !== null && "bookingId" in data && data.bookingId === bookingId;

/** Looks again whenever there may be something new about a booking: the server says so, or the network is back. */
export function useBookingEvents(bookingId: string, onNews: () => void): void {
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  });
  useLiveEvents(
    null,
    {
      booking_changed: (data) => {
        if (tellsOf(data, bookingId)) latest.current();
      },
    },
    () => latest.current(),
  );
  useEffect(() => {
    const look = () => latest.current();
    addEventListener("online", look);
    return () => removeEventListener("online", look);
  }, []);
}

/** Runs what is asked for unless something runs already: a second click comes before the first has been drawn. */
export function useOneAtATime(onError: (error: unknown) => Promise<void> | void) {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);

  const run = async (act: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await act();
    } catch (error) {
      await onError(error);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
}
