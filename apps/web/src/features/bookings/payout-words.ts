import type { BookingView } from "@nexby/contract/bookings";
import { momentIn } from "./booking-times.ts";

type Payout = Pick<BookingView, "role" | "payoutStatus" | "timezone">;
type Waiting = Payout & Pick<BookingView, "nextStep">;

/** So long a payout that is due may take to set off. */
const SETTING_OFF_MS = 3_600_000;

/** It is due, and has not set off: there is no account yet that could take it. */
export const isAccountAwaited = ({ payoutStatus }: Payout, dueAt: string | null, now: number): boolean =>
  payoutStatus === "scheduled" && dueAt !== null && Date.parse(dueAt) + SETTING_OFF_MS < now;

/** Whether it is for who reads it to set that account up. */
export const isOwnAccountAwaited = (booking: Waiting, now: number): boolean =>
  booking.role === "owner" &&
  booking.nextStep?.code === "payout" &&
  isAccountAwaited(booking, booking.nextStep.until, now);

export const payeeOf = ({ role }: Pick<Payout, "role">): string => (role === "owner" ? "your" : "the owner’s");

/** What the earnings of a rental that is over wait for, in one sentence. */
export function payoutStepWords(payout: Payout, dueAt: string | null, now: number): string {
  switch (payout.payoutStatus) {
    case "on_hold":
      return "The earnings are on hold until a question about them is settled.";
    case "failed":
      return "The earnings could not be paid out. We try again every day.";
    case "processing":
      return `The earnings are on their way to ${payeeOf(payout)} bank.`;
    default:
      if (isAccountAwaited(payout, dueAt, now)) {
        return `The earnings wait until ${payeeOf(payout)} payout account is ready.`;
      }
      return dueAt !== null && now < Date.parse(dueAt)
        ? `The earnings are paid out on ${momentIn(dueAt, payout.timezone)}.`
        : "The earnings are being paid out.";
  }
}
