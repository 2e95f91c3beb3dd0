import type { BookingDetailView } from "@nexby/contract/bookings";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { CardFormHandle } from "../../components/card-form/use-card-form.ts";
import { refreshBookings } from "../../lib/booking-news.ts";
import { problemsOf } from "../../lib/form-problems.ts";
import { useIntent } from "../../lib/intents.ts";
import { sessionMemory } from "../../lib/safe-storage.ts";
import { withQuery } from "../../lib/with-query.ts";
import { booking as bookingQuery, giveUp, openPayment } from "./api/checkout.ts";
import { forgetAttempt } from "./attempt.ts";
import { payWith } from "./pay-with.ts";
import { holdEnd, isOver, type PaidKind } from "./payment-standing.ts";
import { useOneAtATime } from "./use-one-at-a-time.ts";

const NOT_PAID = "The payment provider says that nothing was paid. You can try again.";

/** Pays what a booking waits for, or gives it up. */
export function useBookingPayment(booking: BookingDetailView, kind: PaidKind, card: CardFormHandle) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const ask = useIntent((key: string, what: PaidKind) => openPayment(booking.id)(key, { kind: what }));
  const cancel = useIntent((key: string) => giveUp(booking.id)(key));
  const [isUnknown, setIsUnknown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const settle = (settled: BookingDetailView) => {
    forgetAttempt(sessionMemory, `${booking.renter.id}:${booking.item.id}`);
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
        forgetAttempt(sessionMemory, `${booking.renter.id}:${booking.item.id}`);
        void refreshBookings(client);
        navigate(path);
      }),
    backToCard: () => {
      setIsUnknown(false);
      setProblem(NOT_PAID);
    },
  };
}
