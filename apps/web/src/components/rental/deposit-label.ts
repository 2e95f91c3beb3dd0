import type { QuoteView } from "@nexby/contract/quotes";
import { depositModeToCome } from "@nexby/domain/bookings/deposit-plan";

/** Whether a deposit will be charged for such a stay; no hold lasts as long as the longest. */
export const isDepositCharged = (stay: QuoteView["stay"], now: Date): boolean =>
  stay !== null && depositModeToCome(new Date(stay.startAt), new Date(stay.endAt), now) === "charge_refund";

/** What it is called beside a total. */
export const depositLabel = (isCharged: boolean): string => (isCharged ? "refundable deposit" : "refundable hold");
