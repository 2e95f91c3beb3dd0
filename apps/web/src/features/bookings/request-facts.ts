import type { BookingRequestView } from "@nexby/contract/bookings";
import { countOf } from "../../lib/count-of.ts";
import { EXCHANGE_LABELS } from "../../lib/item-labels.ts";
import { formatExactCents } from "../../lib/money.ts";
import { momentIn } from "./booking-times.ts";

type Fact = { label: string; value: string; isMain?: boolean };

/** What an owner weighs: what it brings, how it changes hands, and when. */
export function requestFacts(request: BookingRequestView): Fact[] {
  const { timezone, startAt, endAt } = request;
  const at = (asked: string | null, usual: string, isFlexible: boolean) =>
    `${momentIn(asked ?? usual, timezone)}${isFlexible ? ", flexible" : ""}`;
  return [
    ...(request.ownerEarningsCents === null
      ? []
      : [{ label: "You earn", value: formatExactCents(request.ownerEarningsCents), isMain: true }]),
    { label: "Handover", value: EXCHANGE_LABELS[request.exchangeType] },
    { label: "Pickup", value: at(request.requestedPickupAt, startAt, request.isPickupFlexible) },
    { label: "Return", value: at(request.requestedDropoffAt, endAt, request.isDropoffFlexible) },
    ...(request.quantity > 1 ? [{ label: "Quantity", value: countOf(request.quantity, "unit") }] : []),
    ...(request.depositCents > 0 ? [{ label: "Deposit", value: formatExactCents(request.depositCents) }] : []),
  ];
}
