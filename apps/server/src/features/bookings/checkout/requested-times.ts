import { type LocalTime, localTime } from "@nexby/domain/kernel/calendar";
import { instantOf } from "@nexby/domain/kernel/zones";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { Offer } from "../../quotes/public.ts";
import type { CheckoutBody } from "./checkout-body.ts";

type Window = { readonly from: LocalTime; readonly to: LocalTime };

/** When the renter would like to come and to bring it back. Outside the owner's hours only for who says it can be moved. */
export function requestedTimes(body: CheckoutBody, { facts: { rules } }: Offer) {
  const { pickupWindow, dropoffWindow } = rules.owner;
  const pickup = timeWithin("requestedPickupTime", body.requestedPickupTime, pickupWindow, body.isPickupFlexible);
  const dropoff = timeWithin("requestedDropoffTime", body.requestedDropoffTime, dropoffWindow, body.isDropoffFlexible);
  const { isPickupFlexible, isDropoffFlexible } = body;
  const requestedPickupAt = pickup && instantOf(body.startDate, pickup, rules.timezone);
  const requestedDropoffAt = dropoff && instantOf(body.endDate, dropoff, rules.timezone);
  if (requestedPickupAt && requestedDropoffAt && requestedDropoffAt <= requestedPickupAt) {
    throw refused("requestedDropoffTime", "It cannot come back before it was collected");
  }
  return {
    requestedPickupAt,
    requestedDropoffAt,
    isPickupFlexible,
    isDropoffFlexible,
    requestedIntervalStart: instantOf(body.startDate, pickupWindow.from, rules.timezone),
    requestedIntervalEnd: instantOf(body.endDate, dropoffWindow.to, rules.timezone),
  };
}

function timeWithin(field: string, text: string | undefined, { from, to }: Window, isFlexible: boolean) {
  if (text === undefined) return null;
  const time = localTime(text);
  if (isFlexible || (time >= from && time <= to)) return time;
  throw refused(
    field,
    `The owner is there between ${from} and ${to}. Say that you are flexible to ask for another time`,
  );
}

const refused = (field: string, message: string) =>
  new AppError("validation_failed", message, { details: [{ field, message }] });
