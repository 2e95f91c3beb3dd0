import type { BookingDetailView, ExtensionView } from "@nexby/contract/bookings/bookings";
import { typeset } from "@nexby/domain/kernel/typography";
import type { CardResult } from "../../components/card-form/card-result.ts";
import type { CardFormHandle } from "../../components/card-form/use-card-form.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { wait } from "../../lib/api/send-request.ts";
import { syncPayment } from "./api.ts";

export type PaidKind = "rental" | "deposit" | "extension" | "late_fee" | "damage";

/** Excludes scheduled charges, which the platform runs by itself. */
const OPEN: ReadonlySet<string> = new Set(["awaiting_payment", "action_required", "failed"]);

/** True when the renter has to pay this now. */
export function isUnpaid(booking: BookingDetailView, kind: PaidKind): boolean {
  const { nextStep, allowedActions, paymentStatus, depositStatus } = booking;
  if (kind === "extension") return allowedActions.includes("pay_extension");
  if (kind === "late_fee") return allowedActions.includes("pay_late_fee");
  if (kind === "damage") return allowedActions.includes("pay_damage");
  if (kind === "deposit")
    return (
      allowedActions.includes("pay_deposit") && (depositStatus === "action_required" || depositStatus === "lapsed")
    );
  return nextStep?.code === "finish_checkout" || (allowedActions.includes("pay") && OPEN.has(paymentStatus));
}

/** The payment due now; null when nothing is due. */
export function kindToPay(booking: BookingDetailView): PaidKind | null {
  if (booking.role !== "renter") return null;
  return (
    (["rental", "deposit", "extension", "late_fee", "damage"] as const).find((kind) => isUnpaid(booking, kind)) ?? null
  );
}

/** The card that paid the rental. Deposits and extensions are usually paid with it, too. */
export const cardOfRental = ({ payments }: BookingDetailView) =>
  payments.findLast(({ kind, card }) => kind === "rental" && card !== null)?.card ?? null;

/** End of the checkout hold; null outside an unfinished checkout. */
export const holdEnd = ({ nextStep }: BookingDetailView): string | null =>
  nextStep?.code === "finish_checkout" ? nextStep.until : null;

/** The extension that is still to be paid. */
export const unpaidExtension = ({ extensions }: Pick<BookingDetailView, "extensions">): ExtensionView | null =>
  extensions.find(({ status }) => status === "draft") ?? null;

const CANCELED = "You didn’t confirm with your bank, so nothing was charged. You can try again.";

type PaymentEnd =
  /** No longer due. The booking's status says how it ended. */
  | { status: "settled"; booking: BookingDetailView }
  /** Retrying or another card may work. */
  | { status: "refused"; message: string }
  /** The outcome could not be determined in time. */
  | { status: "unknown" };

type PaymentRequest = { bookingId: string; kind: PaidKind; clientSecret: string | null };

const messageOf = (result: CardResult): string | null => ("message" in result ? typeset(result.message) : null);

/** Confirms the card payment and waits for its outcome. */
export async function payWith(
  card: CardFormHandle,
  { bookingId, kind, clientSecret }: PaymentRequest,
): Promise<PaymentEnd> {
  const result: CardResult = clientSecret === null ? { status: "succeeded" } : await card.confirmPayment(clientSecret);
  if (result.status === "declined") return { status: "refused", message: typeset(result.message) };
  if (result.status === "canceled") return { status: "refused", message: CANCELED };

  const isSettled = (booking: BookingDetailView) => !isUnpaid(booking, kind);
  const booking = await settlePayment({ fetchBooking: () => syncPayment(bookingId), isSettled });
  if (booking && isSettled(booking)) return { status: "settled", booking };
  // The browser got no result from the provider, but the server says that nothing was paid.
  const message = messageOf(result);
  return booking && message ? { status: "refused", message } : { status: "unknown" };
}

/** Pause before each check. The provider usually notifies the server within the first. */
const PAUSES_MS = [0, 700, 1_500, 3_000];

type Options = {
  fetchBooking: () => Promise<BookingDetailView>;
  isSettled: (booking: BookingDetailView) => boolean;
  pause?: (milliseconds: number) => Promise<void>;
};

/** Polls a few times for the outcome of a payment. Null when every request failed. */
export async function settlePayment({
  fetchBooking,
  isSettled,
  pause = wait,
}: Options): Promise<BookingDetailView | null> {
  let last: BookingDetailView | null = null;
  for (const milliseconds of PAUSES_MS) {
    if (milliseconds > 0) await pause(milliseconds);
    try {
      last = await fetchBooking();
    } catch (error) {
      // Retrying doesn't change the server's decision; any other error may be the network.
      if (error instanceof ApiError && error.isDecided && error.status !== 429) throw error;
      continue;
    }
    if (isSettled(last)) return last;
  }
  return last;
}
