import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { CardResult } from "../../components/card-form/card-result.ts";
import type { CardFormHandle } from "../../components/card-form/use-card-form.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { wait } from "../../lib/api/send-request.ts";
import { refreshed } from "./api.ts";

export type PaidKind = "rental" | "deposit";

/** A charge that comes by itself could be paid now as well, but nobody waits for that. */
const OPEN: ReadonlySet<string> = new Set(["awaiting_payment", "action_required", "failed"]);

/** Whether the server waits for somebody to pay this. */
export function isUnpaid(booking: BookingDetailView, kind: PaidKind): boolean {
  const { nextStep, allowedActions, paymentStatus, depositStatus } = booking;
  if (kind === "deposit") return allowedActions.includes("pay_deposit") && depositStatus === "action_required";
  return nextStep?.code === "finish_checkout" || (allowedActions.includes("pay") && OPEN.has(paymentStatus));
}

/** What there is to pay now; null when nothing is. */
export function kindToPay(booking: BookingDetailView): PaidKind | null {
  if (booking.role !== "renter") return null;
  return (["rental", "deposit"] as const).find((kind) => isUnpaid(booking, kind)) ?? null;
}

/** Until when what is booked is kept for who pays; null where it is not a matter of minutes. */
export const holdEnd = ({ nextStep }: BookingDetailView): string | null =>
  nextStep?.code === "finish_checkout" ? nextStep.until : null;

/** What is not paid in the end: the server let it go, or refused it. */
export const isOver = ({ status }: BookingDetailView): boolean =>
  status === "declined" || status === "expired" || status === "canceled";

const CANCELED = "Your bank was not answered, so nothing was paid. You can try again.";

type PaymentEnd =
  /** The server no longer waits for it. Whether it went well is in the booking. */
  | { status: "settled"; booking: BookingDetailView }
  /** Another try, or another card, may do. */
  | { status: "refused"; message: string }
  /** The card was charged, or was not: nobody could say in time. */
  | { status: "unknown" };

type Paying = { bookingId: string; kind: PaidKind; clientSecret: string | null };

const messageOf = (result: CardResult): string | null => ("message" in result ? result.message : null);

/** Confirms a card and finds out what came of it. */
export async function payWith(card: CardFormHandle, { bookingId, kind, clientSecret }: Paying): Promise<PaymentEnd> {
  const result: CardResult = clientSecret === null ? { status: "succeeded" } : await card.confirmPayment(clientSecret);
  if (result.status === "declined") return { status: "refused", message: result.message };
  if (result.status === "canceled") return { status: "refused", message: CANCELED };

  const isSettled = (booking: BookingDetailView) => !isUnpaid(booking, kind);
  const booking = await settlePayment({ look: () => refreshed(bookingId), isSettled });
  if (booking && isSettled(booking)) return { status: "settled", booking };
  // The provider did not answer the browser, and tells the server that nothing was paid.
  const message = messageOf(result);
  return booking && message ? { status: "refused", message } : { status: "unknown" };
}

/** Before each look. The provider tells the server by itself, mostly within the first. */
const PAUSES_MS = [0, 700, 1_500, 3_000];

type Options = {
  look: () => Promise<BookingDetailView>;
  isSettled: (booking: BookingDetailView) => boolean;
  pause?: (milliseconds: number) => Promise<void>;
};

/** Looks a few times how a payment ended. Null when nobody answered at all. */
export async function settlePayment({ look, isSettled, pause = wait }: Options): Promise<BookingDetailView | null> {
  let last: BookingDetailView | null = null;
  for (const milliseconds of PAUSES_MS) {
    if (milliseconds > 0) await pause(milliseconds);
    try {
      last = await look();
    } catch (error) {
      // What the server has decided another look does not change; all else may be the network.
      if (error instanceof ApiError && error.isDecided && error.status !== 429) throw error;
      continue;
    }
    if (isSettled(last)) return last;
  }
  return last;
}
