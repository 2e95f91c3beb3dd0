import type { BookingRequestView } from "@nexby/contract/bookings";
import { countOf } from "../../lib/count-of.ts";
import { handoverLabels } from "../../lib/handover-words.ts";
import { formatExactCents } from "../../lib/money.ts";
import { earningOf } from "./booking-facts.ts";
import { momentIn } from "./booking-times.ts";

type Fact = { label: string; value: string; isMain?: boolean };

/** What an owner weighs: what it brings, how it changes hands, and when. */
export function requestFacts(request: BookingRequestView): Fact[] {
  const { timezone, startAt, endAt } = request;
  const { name, start, end } = handoverLabels(request);
  const earning = earningOf(request);
  const at = (asked: string | null, usual: string, isFlexible: boolean) =>
    `${momentIn(asked ?? usual, timezone)}${isFlexible ? ", flexible" : ""}`;
  return [
    ...(earning ? [{ label: earning.label, value: earning.amount, isMain: true }] : []),
    { label: "Handover", value: name },
    { label: start, value: at(request.requestedPickupAt, startAt, request.isPickupFlexible) },
    { label: end, value: at(request.requestedDropoffAt, endAt, request.isDropoffFlexible) },
    ...(request.quantity > 1 ? [{ label: "Quantity", value: countOf(request.quantity, "unit") }] : []),
    ...(request.depositCents > 0 ? [{ label: "Deposit", value: formatExactCents(request.depositCents) }] : []),
  ];
}
