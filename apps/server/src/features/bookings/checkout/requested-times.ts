import { clockTime, type LocalDate, type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { Offer } from "../../quotes/public.ts";
import type { CheckoutBody } from "./checkout-body.ts";

type Window = { readonly from: LocalTime; readonly to: LocalTime };

/** When the renter would like to come and to bring it back. */
export function wishedTimes(body: CheckoutBody, timezone: string) {
  const { isPickupFlexible, isDropoffFlexible } = body;
  const at = (day: LocalDate, time: string | undefined) =>
    time === undefined ? null : instantOf(day, localTime(time), timezone);
  return {
    requestedPickupAt: at(body.startDate, body.requestedPickupTime),
    requestedDropoffAt: at(body.endDate, body.requestedDropoffTime),
    isPickupFlexible,
    isDropoffFlexible,
  };
}

/** The same beside the owner's hours. Outside these only for who says it can be moved, and never in the past. */
export function requestedTimes(body: CheckoutBody, { facts: { rules, now } }: Offer) {
  const { pickupWindow, dropoffWindow } = rules.owner;
  assertWithin("requestedPickupTime", body.requestedPickupTime, pickupWindow, body.isPickupFlexible);
  assertWithin("requestedDropoffTime", body.requestedDropoffTime, dropoffWindow, body.isDropoffFlexible);
  const wished = wishedTimes(body, rules.timezone);
  const requestedIntervalStart = instantOf(body.startDate, pickupWindow.from, rules.timezone);
  const requestedIntervalEnd = instantOf(body.endDate, dropoffWindow.to, rules.timezone);
  const { requestedPickupAt, requestedDropoffAt } = wished;
  if (requestedPickupAt && requestedPickupAt < now) {
    throw refused("requestedPickupTime", "This time has passed. Please choose a later one");
  }
  if ((requestedDropoffAt ?? requestedIntervalEnd) <= (requestedPickupAt ?? requestedIntervalStart)) {
    const field = requestedDropoffAt ? "requestedDropoffTime" : "requestedPickupTime";
    throw refused(field, "It cannot come back before it was collected");
  }
  return { ...wished, requestedIntervalStart, requestedIntervalEnd };
}

function assertWithin(field: string, text: string | undefined, { from, to }: Window, isFlexible: boolean): void {
  if (text === undefined || isFlexible) return;
  const time = localTime(text);
  if (time >= from && time <= to) return;
  throw refused(
    field,
    `The owner is there between ${clockTime(from)} and ${clockTime(to)}. Say that you are flexible to ask for another time`,
  );
}

const refused = (field: string, message: string) =>
  new AppError("validation_failed", message, { details: [{ field, message }] });
