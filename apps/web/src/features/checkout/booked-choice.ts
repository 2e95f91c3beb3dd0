import type { BookingDetailView } from "@nexby/contract/bookings";
import { isLocalDate } from "@nexby/domain/kernel/calendar";
import { choiceQuery } from "../../components/rental/rental-choice.ts";
import { withQuery } from "../../lib/with-query.ts";

/** The way back to choosing, with what was chosen. */
export const pathToChoose = (booking: BookingDetailView): string =>
  withQuery(`/combined-checkout/${booking.item.id}`, queryOf(booking));

/** Away from it, and not without a way back. */
export const pathToLeave = (booking: BookingDetailView): string =>
  withQuery("/cancel", { itemId: booking.item.id, ...queryOf(booking) });

function queryOf(booking: BookingDetailView) {
  const { item, startDate, endDate, quantity, exchangeType, exchange, price } = booking;
  const food = price.lines.find(({ code }) => code === "food");
  const isVisit = item.isFoodTruck;
  return choiceQuery({
    from: isLocalDate(startDate) ? startDate : null,
    to: isLocalDate(endDate) ? endDate : null,
    quantity: isVisit ? null : quantity,
    exchange: isVisit ? null : exchangeType,
    place: isVisit || exchangeType === "delivery" ? (exchange.address ?? "") : "",
    hasInsurance: price.insuranceCents > 0,
    mode: isVisit ? (food ? "PER_PERSON" : "APPEARANCE") : null,
    guests: food?.units ?? null,
  });
}
