import type { ItemRules, OwnerRules } from "../bookings/availability.ts";
import { type Hold, hasRoom } from "../bookings/occupancy.ts";
import { addDays, dayOfWeek, daysBetween, type LocalDate } from "../kernel/calendar.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";
import { instantOf, localTimeOf } from "../kernel/zones.ts";

/** One extension adds at most this many days. Several can follow each other. */
export const MAX_EXTENSION_DAYS = 30;
const MAX_RENTAL_DAYS = 365;

export type ExtensionInput = {
  readonly item: Pick<ItemRules, "isAvailable" | "maxRentalDays" | "quantityTotal" | "turnaroundMinutes">;
  readonly owner: Pick<OwnerRules, "availableDays">;
  readonly rental: {
    readonly startDate: LocalDate;
    readonly endDate: LocalDate;
    readonly endAt: Date;
    readonly timezone: string;
    readonly quantity: number;
  };
  /** The units the renter already has. */
  readonly ownHold: Pick<Hold, "id" | "startAt">;
  readonly holds: readonly Hold[];
  readonly now: Date;
};

type Candidate = ExtensionInput & { readonly endDate: LocalDate; readonly endAt: Date };

/** Rejection reasons in the order they are checked; the first match is returned. */
const REFUSALS = {
  item_unavailable: ({ item }: Candidate) => !item.isAvailable,
  rental_too_long: ({ item, rental, endDate }: Candidate) =>
    daysBetween(rental.startDate, endDate) + 1 > (item.maxRentalDays ?? MAX_RENTAL_DAYS),
  dropoff_day_closed: ({ owner, endDate }: Candidate) => !owner.availableDays.has(dayOfWeek(endDate)),
  not_enough_units: ({ item, rental, ownHold, holds, now, endAt }: Candidate) =>
    !hasRoom({
      ...item,
      holds,
      now,
      // The same period that the database guard checks.
      period: { startAt: ownHold.startAt, endAt },
      except: ownHold.id,
      quantity: rental.quantity,
    }),
} satisfies Record<string, (candidate: Candidate) => boolean>;

export type ExtensionDateRefusal = keyof typeof REFUSALS;

export type LaterEnd = { readonly endDate: LocalDate; readonly endAt: Date; readonly addedDays: number };

/** The later end, at the same time of day, or the first reason why the rental can't last that long. */
function checkExtension(input: ExtensionInput, endDate: LocalDate): Result<LaterEnd, ExtensionDateRefusal> {
  const { rental } = input;
  const endAt = instantOf(endDate, localTimeOf(rental.endAt, rental.timezone), rental.timezone);
  const candidate = { ...input, endDate, endAt };
  const refusal = (Object.keys(REFUSALS) as ExtensionDateRefusal[]).find((code) => REFUSALS[code](candidate));
  return refusal ? refuse(refusal) : accept({ endDate, endAt, addedDays: daysBetween(rental.endDate, endDate) });
}

type ExtensionOptions = {
  readonly ends: readonly LaterEnd[];
  /** Why it can't last longer than the last of these; null if one extension can't add more days. */
  readonly limit: { readonly endDate: LocalDate; readonly code: ExtensionDateRefusal } | null;
};

/** Every day to which the rental can be extended, soonest first. */
export function extensionOptions(input: ExtensionInput): ExtensionOptions {
  const days = Array.from({ length: MAX_EXTENSION_DAYS }, (_, index) => addDays(input.rental.endDate, index + 1));
  const checked = days.map((endDate) => ({ endDate, result: checkExtension(input, endDate) }));
  const ends = checked.flatMap(({ result }) => (result.ok ? [result.value] : []));
  const last = ends.at(-1)?.endDate ?? input.rental.endDate;
  const refused = checked.flatMap(({ endDate, result }) =>
    endDate > last && !result.ok ? [{ endDate, code: result.code }] : [],
  );
  // A day without handoffs is no limit if a later one has them.
  const limit = refused.find(({ code }) => code !== "dropoff_day_closed") ?? refused[0] ?? null;
  return { ends, limit };
}
