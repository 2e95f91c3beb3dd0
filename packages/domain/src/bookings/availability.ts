import { dayOfWeek, type LocalDate, type LocalTime, type Weekday } from "../kernel/calendar.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { instantOf, rentalDays } from "../kernel/zones.ts";
import { type Hold, hasRoom, type Period } from "./occupancy.ts";

/** Time-of-day range for handoffs; both ends are inclusive. */
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
  /** Lead time the owner needs, where it is longer than the platform minimum. */
  readonly leadHours?: number;
  /** Setup time on site before the start, during which the item is occupied. */
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
  /** Id of the request's own hold, ignored when the request is rechecked. */
  readonly except?: string | undefined;
};

export type Stay = Period & {
  readonly days: number;
  readonly quantity: number;
  /** The start minus setup time. */
  readonly occupiedFrom: Date;
};

type Handoffs = Period & { readonly pickupTime: LocalTime; readonly dropoffTime: LocalTime };
type Candidate = AvailabilityInput & Handoffs & { readonly days: number; readonly occupiedFrom: Date };

/** Minimum time for the owner to respond and prepare. */
const MIN_LEAD_HOURS = 2;

/** Rejection reasons in the order they are checked; the first match is returned. */
const REFUSALS = {
  item_unavailable: ({ item }: Candidate) => !item.isAvailable,
  end_before_start: ({ request }: Candidate) => request.endDate < request.startDate,
  dropoff_not_after_pickup: ({ startAt, endAt }: Candidate) => endAt <= startAt,
  starts_too_soon: ({ item, startAt, now }: Candidate) => startAt < earliestStart(item, now),
  rental_too_short: ({ days, item }: Candidate) => days < item.minRentalDays,
  rental_too_long: ({ days, item }: Candidate) => days > (item.maxRentalDays ?? Number.POSITIVE_INFINITY),
  quantity_invalid: ({ request }: Candidate) => !Number.isSafeInteger(request.quantity) || request.quantity < 1,
  quantity_not_offered: ({ request, item }: Candidate) => !item.allowQuantity && request.quantity !== 1,
  quantity_below_minimum: ({ request, item }: Candidate) =>
    item.allowQuantity && request.quantity < item.quantityMinPerBooking,
  quantity_above_maximum: ({ request, item }: Candidate) =>
    request.quantity > (item.quantityMaxPerBooking ?? Number.POSITIVE_INFINITY),
  quantity_above_total: ({ request, item }: Candidate) => request.quantity > item.quantityTotal,
  pickup_day_closed: ({ request, owner }: Candidate) => !owner.availableDays.has(dayOfWeek(request.startDate)),
  dropoff_day_closed: ({ request, owner }: Candidate) => !owner.availableDays.has(dayOfWeek(request.endDate)),
  pickup_outside_window: ({ request, owner, pickupTime }: Candidate) =>
    !request.isPickupFlexible && isOutside(pickupTime, owner.pickupWindow),
  dropoff_outside_window: ({ request, owner, dropoffTime }: Candidate) =>
    !request.isDropoffFlexible && isOutside(dropoffTime, owner.dropoffWindow),
  not_enough_units: (candidate: Candidate) => !hasUnits(candidate),
} satisfies Record<string, (candidate: Candidate) => boolean>;

export type AvailabilityRefusal = keyof typeof REFUSALS;
export const AVAILABILITY_REFUSALS = Object.keys(REFUSALS) as AvailabilityRefusal[];

/** Returns the stay that would result from the request, or the first rejection reason. */
export function checkAvailability(input: AvailabilityInput): Result<Stay, AvailabilityRefusal> {
  const handoffs = handoffsOf(input);
  const { startAt, endAt } = handoffs;
  const days = rentalDays(startAt, endAt, input.item.timezone);
  const occupiedFrom = beforeSetup(startAt, input.item);
  const candidate: Candidate = { ...input, ...handoffs, days, occupiedFrom };
  const refusal = AVAILABILITY_REFUSALS.find((code) => REFUSALS[code](candidate));
  return refusal ? refuse(refusal) : accept({ startAt, endAt, days, quantity: input.request.quantity, occupiedFrom });
}

export function earliestStart({ leadHours = 0 }: Pick<ItemRules, "leadHours">, now: Date): Date {
  return new Date(now.getTime() + Math.max(MIN_LEAD_HOURS, leadHours) * 3_600_000);
}

export function beforeSetup(startAt: Date, { setupMinutes = 0 }: Pick<ItemRules, "setupMinutes">): Date {
  return new Date(startAt.getTime() - setupMinutes * 60_000);
}

/** Missing times default to the widest window. Equal instants mean the whole day, so a stay always has a length. */
function handoffsOf({ item, owner, request }: AvailabilityInput): Handoffs {
  const between = (pickupTime: LocalTime, dropoffTime: LocalTime): Handoffs => ({
    pickupTime,
    dropoffTime,
    startAt: instantOf(request.startDate, pickupTime, item.timezone),
    endAt: instantOf(request.endDate, dropoffTime, item.timezone),
  });
  const opening = owner.pickupWindow.from;
  const closing = owner.dropoffWindow.to;
  const requested = between(request.pickupTime ?? opening, request.dropoffTime ?? closing);
  return requested.startAt.getTime() === requested.endAt.getTime() ? between(opening, closing) : requested;
}

function isOutside(time: LocalTime, window: HandoffWindow): boolean {
  return time < window.from || time > window.to;
}

function hasUnits({ item, request, holds, now, except, occupiedFrom, endAt }: Candidate): boolean {
  const { turnaroundMinutes, quantityTotal } = item;
  const period = { startAt: occupiedFrom, endAt };
  return hasRoom({ holds, period, turnaroundMinutes, now, except, quantity: request.quantity, quantityTotal });
}
