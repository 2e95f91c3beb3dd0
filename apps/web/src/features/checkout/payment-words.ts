import type { BookingDetailView } from "@nexby/contract/bookings";
import { momentWords } from "../../components/rental/rental-words.ts";
import { formatExactCents } from "../../lib/money.ts";
import type { PaidKind } from "./payment-standing.ts";

type Words = {
  title: string;
  /** Why it is to be paid, and until when. */
  text: string;
  action: string;
  /** What pressing it does. */
  note: string;
};

/** What is to be paid for a booking that exists, in words. */
export function paymentWords(booking: BookingDetailView, kind: PaidKind): Words {
  const { nextStep, timezone, totalCents, depositCents, isDepositCharged } = booking;
  const until = nextStep?.until ? ` until ${momentWords(new Date(nextStep.until), timezone)}` : "";
  if (kind === "deposit") {
    return {
      title: "Secure the deposit",
      text:
        nextStep?.code === "secure_deposit"
          ? `Your card did not take the deposit. Use this or another card${until} to keep the booking.`
          : "The deposit could not be held anew. Please use this or another card.",
      action: `${isDepositCharged ? "Pay" : "Hold"} ${formatExactCents(depositCents)}`,
      note: isDepositCharged
        ? "It is charged now, and paid back after the return."
        : "It is held, not charged, and let go after the return.",
    };
  }
  const total = formatExactCents(totalCents);
  if (nextStep?.code === "finish_checkout") {
    return {
      title: "Finish your booking",
      text: "What you chose is kept for you. Enter a card to send it off.",
      action: `Finish · ${total}`,
      note: "Nothing is charged before the booking is approved.",
    };
  }
  return {
    title: "Pay for your booking",
    text: `Your card did not work. Pay${until} to keep the booking; else it is called off and nothing is charged.`,
    action: `Pay ${total}`,
    note: "Your card is charged right away.",
  };
}
