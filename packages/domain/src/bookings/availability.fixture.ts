import { localDate, localTime, WEEKDAYS } from "../kernel/calendar.ts";
import {
  type AvailabilityInput,
  checkAvailability,
  type ItemRules,
  type OwnerRules,
  type RentalRequest,
} from "./availability.ts";
import type { Hold, Period } from "./occupancy.ts";

export const NEW_YORK = "America/New_York";
export const window = (from: string, to: string) => ({ from: localTime(from), to: localTime(to) });

export const ITEM: ItemRules = {
  timezone: NEW_YORK,
  isAvailable: true,
  minRentalDays: 1,
  maxRentalDays: null,
  quantityTotal: 3,
  quantityMinPerBooking: 1,
  quantityMaxPerBooking: null,
  allowQuantity: true,
  turnaroundMinutes: 0,
};
export const OWNER: OwnerRules = {
  pickupWindow: window("09:00", "18:00"),
  dropoffWindow: window("09:00", "18:00"),
  availableDays: new Set(WEEKDAYS),
};
/** Friday to Sunday. */
const REQUEST: RentalRequest = { startDate: localDate("2025-06-06"), endDate: localDate("2025-06-08"), quantity: 1 };

export type Change = {
  item?: Partial<ItemRules>;
  owner?: Partial<OwnerRules>;
  request?: Partial<RentalRequest>;
  holds?: Hold[];
  now?: Date;
  except?: string;
};
export const inputOf = ({ item, owner, request, ...rest }: Change): AvailabilityInput => ({
  item: { ...ITEM, ...item },
  owner: { ...OWNER, ...owner },
  request: { ...REQUEST, ...request },
  holds: [],
  now: new Date("2025-06-01T12:00:00Z"),
  ...rest,
});
export const check = (change: Change = {}) => checkAvailability(inputOf(change));
export const codeOf = (change: Change) => {
  const result = check(change);
  return result.ok ? "accepted" : result.code;
};
export const hold = (startAt: string, endAt: string, rest: Partial<Hold & Period> = {}): Hold & Period => ({
  id: startAt,
  startAt: new Date(startAt),
  endAt: new Date(endAt),
  quantity: 1,
  expiresAt: null,
  releasedAt: null,
  forced: false,
  ...rest,
});
export const sameDay = { startDate: localDate("2025-06-06"), endDate: localDate("2025-06-06") };
