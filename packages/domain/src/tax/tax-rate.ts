import type { LocalDate } from "../kernel/calendar.ts";

/** A rate as an admin enters it. It is the combined rate of its place: rates are never added up. */
export type TaxRate = {
  readonly id: string;
  readonly state: string;
  readonly county: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
  /** In percent: 8.875 means 8.875%. */
  readonly taxRate: number;
  readonly taxType: string;
  readonly effectiveDate: LocalDate;
  /** The last day in effect; null without an end date. */
  readonly expirationDate: LocalDate | null;
  readonly isActive: boolean;
};

export type TaxPlace = {
  readonly state: string;
  readonly county: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};

/** The first type applies to everything without a rate of its own. */
export const TAX_RATE_TYPES = ["sales", "rental", "food"] as const;

/** Rate types that apply to each taxed thing, in order of preference. */
const TAX_TYPES = { rental: ["rental", "sales"], food: ["food", "sales"] } as const;
type TaxedThing = keyof typeof TAX_TYPES;

const plain = (text: string | null) => text?.trim().toLowerCase() ?? null;
const zipOf = (text: string | null) => text?.trim().slice(0, 5) ?? null;

/** A rate without a county, city or ZIP matches any in its state. */
const matchesOrAny = (named: string | null, actual: string | null) => named === null || named === actual;

/** The most specific rate in effect at a place on a day; null when there is none. */
export function taxRateFor(
  rates: readonly TaxRate[],
  place: TaxPlace,
  day: LocalDate,
  thing: TaxedThing,
): TaxRate | null {
  const types: readonly string[] = TAX_TYPES[thing];
  const matching = rates.filter(
    (rate) =>
      rate.isActive &&
      types.includes(rate.taxType) &&
      plain(rate.state) === plain(place.state) &&
      matchesOrAny(zipOf(rate.zipCode), zipOf(place.zipCode)) &&
      matchesOrAny(plain(rate.city), plain(place.city)) &&
      matchesOrAny(plain(rate.county), plain(place.county)) &&
      rate.effectiveDate <= day &&
      (rate.expirationDate === null || day <= rate.expirationDate),
  );
  return matching.sort((one, other) => compare(types, one, other))[0] ?? null;
}

/** True for two rates of the same place and type. Only one of them can be in effect on a day. */
export const isSameRule = (one: RuleOfRate, other: RuleOfRate): boolean =>
  plain(one.state) === plain(other.state) &&
  plain(one.county) === plain(other.county) &&
  plain(one.city) === plain(other.city) &&
  zipOf(one.zipCode) === zipOf(other.zipCode) &&
  one.taxType === other.taxType;

type RuleOfRate = Pick<TaxRate, "state" | "county" | "city" | "zipCode" | "taxType">;
type Period = Pick<TaxRate, "effectiveDate" | "expirationDate">;

/** True if both are in effect on at least one day. */
export const hasCommonDay = (one: Period, other: Period): boolean =>
  (other.expirationDate === null || one.effectiveDate <= other.expirationDate) &&
  (one.expirationDate === null || other.effectiveDate <= one.expirationDate);

/** Preferred type first, then ZIP, city and county rates before less specific ones, then the latest. */
function compare(types: readonly string[], one: TaxRate, other: TaxRate): number {
  const named = (text: string | null) => (text === null ? 1 : 0);
  return (
    types.indexOf(one.taxType) - types.indexOf(other.taxType) ||
    named(one.zipCode) - named(other.zipCode) ||
    named(one.city) - named(other.city) ||
    named(one.county) - named(other.county) ||
    other.effectiveDate.localeCompare(one.effectiveDate)
  );
}
