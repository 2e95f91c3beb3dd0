import { dayOfWeek, type LocalDate, type LocalTime, type Weekday } from "../kernel/calendar.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { instantOf, rentalDays } from "../kernel/zones.ts";
import { type Hold, hasRoom, type Period } from "./occupancy.ts";

/** Hours of one day in which things change hands, both ends included. */
type HandoffWindow = { readonly from: LocalTime; readonly to: LocalTime };

export type ItemRules = {
  readonly timezone: string;
  readonly isAvailable: boolean;
  readonly minRentalDays: number;
  readonly maxRentalDays: number | null;
  readonly quantityTotal: number;
  readonly quantityMinPerBooking: number;
  readonly quantityMaxPerBooking: number | null;
  readonly allowQuantity: boolean;
  readonly turnaroundMinutes: number;
  /** What the owner needs to prepare, where it is more than everybody gets. */
  readonly leadHours?: number;
  /** Time at the place before the start, in which it can be nowhere else. */
  readonly setupMinutes?: number;
};

export type OwnerRules = {
  readonly pickupWindow: HandoffWindow;
  readonly dropoffWindow: HandoffWindow;
  readonly availableDays: ReadonlySet<Weekday>;
};

export type RentalRequest = {
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
  readonly quantity: number;
  readonly pickupTime?: LocalTime | undefined;
  readonly dropoffTime?: LocalTime | undefined;
  readonly isPickupFlexible?: boolean | undefined;
  readonly isDropoffFlexible?: boolean | undefined;
};

export type AvailabilityInput = {
  readonly item: ItemRules;
  readonly owner: OwnerRules;
  readonly request: RentalRequest;
  readonly holds: readonly Hold[];
  readonly now: Date;
  /** The request's own hold, when it is checked again. */
  readonly except?: string | undefined;
};

export type Stay = Period & {
  readonly days: number;
  readonly quantity: number;
  /** The start, or earlier by the time of setting up. */
  readonly occupiedFrom: Date;
};

type Handoffs = Period & { readonly pickupTime: LocalTime; readonly dropoffTime: LocalTime };
type Case = AvailabilityInput & Handoffs & { readonly days: number; readonly occupiedFrom: Date };

/** Time for the owner to answer and get ready. */
const MIN_LEAD_HOURS = 2;

/** Every reason to refuse, in the order in which they are tried: the first that holds is the answer. */
const REFUSALS = {
  item_unavailable: ({ item }: Case) => !item.isAvailable,
  end_before_start: ({ request }: Case) => request.endDate < request.startDate,
  dropoff_not_after_pickup: ({ startAt, endAt }: Case) => endAt <= startAt,
  starts_too_soon: ({ item, startAt, now }: Case) => startAt < earliestStart(item, now),
  rental_too_short: ({ days, item }: Case) => days < item.minRentalDays,
  rental_too_long: ({ days, item }: Case) => days > (item.maxRentalDays ?? Number.POSITIVE_INFINITY),
  quantity_invalid: ({ request }: Case) => !Number.isSafeInteger(request.quantity) || request.quantity < 1,
  quantity_not_offered: ({ request, item }: Case) => !item.allowQuantity && request.quantity !== 1,
  quantity_below_minimum: ({ request, item }: Case) =>
    item.allowQuantity && request.quantity < item.quantityMinPerBooking,
  quantity_above_maximum: ({ request, item }: Case) =>
    request.quantity > (item.quantityMaxPerBooking ?? Number.POSITIVE_INFINITY),
  quantity_above_total: ({ request, item }: Case) => request.quantity > item.quantityTotal,
  pickup_day_closed: ({ request, owner }: Case) => !owner.availableDays.has(dayOfWeek(request.startDate)),
  dropoff_day_closed: ({ request, owner }: Case) => !owner.availableDays.has(dayOfWeek(request.endDate)),
  pickup_outside_window: ({ request, owner, pickupTime }: Case) =>
    !request.isPickupFlexible && isOutside(pickupTime, owner.pickupWindow),
  dropoff_outside_window: ({ request, owner, dropoffTime }: Case) =>
    !request.isDropoffFlexible && isOutside(dropoffTime, owner.dropoffWindow),
  not_enough_units: (asked: Case) => !hasUnits(asked),
} satisfies Record<string, (asked: Case) => boolean>;

export type AvailabilityRefusal = keyof typeof REFUSALS;
export const AVAILABILITY_REFUSALS = Object.keys(REFUSALS) as AvailabilityRefusal[];

/** The whole rule for a request: what the stay would be, or the first reason why it cannot be. */
export function checkAvailability(input: AvailabilityInput): Result<Stay, AvailabilityRefusal> {
  const handoffs = handoffsOf(input);
  const { startAt, endAt } = handoffs;
  const days = rentalDays(startAt, endAt, input.item.timezone);
  const occupiedFrom = beforeSetup(startAt, input.item);
  const asked: Case = { ...input, ...handoffs, days, occupiedFrom };
  const refusal = AVAILABILITY_REFUSALS.find((code) => REFUSALS[code](asked));
  return refusal ? refuse(refusal) : accept({ startAt, endAt, days, quantity: input.request.quantity, occupiedFrom });
}

/** The soonest a rental may start. */
export function earliestStart({ leadHours = 0 }: Pick<ItemRules, "leadHours">, now: Date): Date {
  return new Date(now.getTime() + Math.max(MIN_LEAD_HOURS, leadHours) * 3_600_000);
}

export function beforeSetup(startAt: Date, { setupMinutes = 0 }: Pick<ItemRules, "setupMinutes">): Date {
  return new Date(startAt.getTime() - setupMinutes * 60_000);
}

/** Times not named are the widest offered. Equal instants mean that whole day, so that what is stored has a length. */
function handoffsOf({ item, owner, request }: AvailabilityInput): Handoffs {
  const between = (pickupTime: LocalTime, dropoffTime: LocalTime): Handoffs => ({
    pickupTime,
    dropoffTime,
    startAt: instantOf(request.startDate, pickupTime, item.timezone),
    endAt: instantOf(request.endDate, dropoffTime, item.timezone),
  });
  const opening = owner.pickupWindow.from;
  const closing = owner.dropoffWindow.to;
  const asked = between(request.pickupTime ?? opening, request.dropoffTime ?? closing);
  return asked.startAt.getTime() === asked.endAt.getTime() ? between(opening, closing) : asked;
}

function isOutside(time: LocalTime, window: HandoffWindow): boolean {
  return time < window.from || time > window.to;
}

function hasUnits({ item, request, holds, now, except, occupiedFrom, endAt }: Case): boolean {
  const { turnaroundMinutes, quantityTotal } = item;
  const period = { startAt: occupiedFrom, endAt };
  return hasRoom({ holds, period, turnaroundMinutes, now, except, quantity: request.quantity, quantityTotal });
}
