import { clockTime, dayOfWeek, type LocalDate, type LocalTime } from "@nexby/domain/kernel/calendar";
import { counted } from "./counted.ts";
import type { Offer, RefusalCode } from "./offer.ts";

const weekdayOf = (date: LocalDate) => {
  const day = dayOfWeek(date);
  return day.charAt(0).toUpperCase() + day.slice(1);
};
const windowOf = ({ from, to }: { from: LocalTime; to: LocalTime }) =>
  `between ${clockTime(from)} and ${clockTime(to)}`;

/** Why something cannot be booked like this, in words, so that every client says the same. */
const SENTENCES: Record<RefusalCode, (offer: Offer) => string> = {
  item_unavailable: () => "This item is not for rent at the moment",
  end_before_start: () => "End date must be after or equal to start date",
  dropoff_not_after_pickup: () => "It comes back too early on the same day. Please choose a later last day",
  starts_too_soon: ({ facts: { truck } }) =>
    `This is too soon. The owner needs ${counted(Math.max(2, truck?.prepLeadTimeHours ?? 0), "hour")} to get ready`,
  rental_too_short: ({ facts: { rules } }) => `The shortest rental is ${counted(rules.minRentalDays, "day")}`,
  rental_too_long: ({ facts: { rules } }) => `The longest rental is ${counted(rules.maxRentalDays ?? 0, "day")}`,
  quantity_invalid: () => "Please choose at least one",
  quantity_not_offered: () => "Only one can be rented at a time",
  quantity_below_minimum: ({ facts: { rules } }) => `Please choose at least ${rules.quantityMinPerBooking}`,
  quantity_above_maximum: ({ facts: { rules } }) => `Please choose at most ${rules.quantityMaxPerBooking}`,
  quantity_above_total: ({ facts: { rules } }) =>
    `There ${rules.quantityTotal === 1 ? "is" : "are"} only ${rules.quantityTotal}`,
  pickup_day_closed: ({ facts: { request } }) =>
    `The owner is not there on a ${weekdayOf(request.startDate)}. Please choose another first day`,
  dropoff_day_closed: ({ facts: { request } }) =>
    `The owner is not there on a ${weekdayOf(request.endDate)}. Please choose another last day`,
  pickup_outside_window: ({ facts: { rules } }) => `Pickup is ${windowOf(rules.owner.pickupWindow)}`,
  dropoff_outside_window: ({ facts: { rules } }) => `Return is ${windowOf(rules.owner.dropoffWindow)}`,
  not_enough_units: ({ quantity }) =>
    quantity === 1 ? "Not available for the chosen dates" : `Not all ${quantity} are available for the chosen dates`,
  exchange_not_offered: () => "The owner does not hand it over this way",
  destination_missing: ({ facts: { truck } }) =>
    truck ? "Enter where your event is to see the price" : "Enter where to deliver to see whether it is within reach",
  destination_unknown: () => "We could not find this place. Please try its ZIP or town",
  too_far_to_deliver: ({ facts: { rules }, miles }) =>
    `The owner delivers up to ${counted(rules.deliveryRadius ?? 0, "mile")} away. This is ${counted(miles ?? 0, "mile")}`,
  guests_missing: () => "Choose how guests pay and how many will come",
  mode_not_offered: () => "This food truck does not offer this",
  too_far: ({ facts: { truck }, miles }) =>
    `The truck drives up to ${counted(truck?.travelRadiusMiles ?? 0, "mile")}. This is ${counted(miles ?? 0, "mile")}`,
  headcount_not_priced: () => "This food truck has no price for so many guests. Please choose another number",
  total_too_low: () => "The total must be at least $0.50",
  total_too_high: () => "This is more than can be paid at once",
  deposit_too_low: () => "The deposit is less than a card can hold, which is $0.50",
  deposit_too_high: () => "The deposit is more than a card can hold at once",
};

export const refusalSentence = (code: RefusalCode, offer: Offer): string => SENTENCES[code](offer);
