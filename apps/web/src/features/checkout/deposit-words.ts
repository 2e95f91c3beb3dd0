import type { QuoteView } from "@nexby/contract/quotes";
import { depositModeToCome } from "@nexby/domain/bookings/deposit-plan";

/** What becomes of a deposit. */
export const depositWords = (isCharged: boolean): string =>
  isCharged
    ? "The deposit is charged to your card before the start, because no hold lasts so long, and paid back after the return."
    : "The deposit is held on your card before the start and let go after the return.";

/** Whether it will be charged for such a stay; no hold lasts as long as the longest. */
export const isDepositCharged = (stay: QuoteView["stay"], now: Date): boolean =>
  stay !== null && depositModeToCome(new Date(stay.startAt), new Date(stay.endAt), now) === "charge_refund";
