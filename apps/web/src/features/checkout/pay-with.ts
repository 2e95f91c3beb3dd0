import type { BookingDetailView } from "@nexby/contract/bookings";
import type { CardResult } from "../../components/card-form/card-result.ts";
import type { CardFormHandle } from "../../components/card-form/use-card-form.ts";
import { refreshed } from "./api/checkout.ts";
import { isUnpaid, type PaidKind } from "./payment-standing.ts";
import { settlePayment } from "./settle-payment.ts";

const CANCELED = "Your bank was not answered, so nothing was paid. You can try again.";

export type PaymentEnd =
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
