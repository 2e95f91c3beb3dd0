import type { LocalDate } from "../kernel/calendar.ts";

/** A rate as an administrator enters it. It is the combined one for its place: rates are never added up. */
export type TaxRate = {
  readonly id: string;
  readonly state: string;
  readonly county: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
  /** In percent: 8.875 is 8.875 %. */
  readonly taxRate: number;
  readonly taxType: string;
  readonly effectiveDate: LocalDate;
  /** The last day on which it counts; null while no end is known. */
  readonly expirationDate: LocalDate | null;
  readonly isActive: boolean;
};

export type TaxPlace = {
  readonly state: string;
  readonly county: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};

/** What a rate is for. The first counts for everything that has none of its own. */
export const TAX_RATE_TYPES = ["sales", "rental", "food"] as const;

/** What is taxed: the kinds of rates that fit, the best first. */
const TAX_TYPES = { rental: ["rental", "sales"], food: ["food", "sales"] } as const;
type TaxedThing = keyof typeof TAX_TYPES;

const plain = (text: string | null) => text?.trim().toLowerCase() ?? null;
const zipOf = (text: string | null) => text?.trim().slice(0, 5) ?? null;

/** A rate that names no county, city or ZIP counts everywhere in its state. */
const isUnnamedOr = (named: string | null, actual: string | null) => named === null || named === actual;

/** The most specific rate in force at a place on a day; null when there is none. */
export function taxRateFor(
  rates: readonly TaxRate[],
  place: TaxPlace,
  day: LocalDate,
  thing: TaxedThing,
): TaxRate | null {
  const types: readonly string[] = TAX_TYPES[thing];
  const fitting = rates.filter(
    (rate) =>
      rate.isActive &&
      types.includes(rate.taxType) &&
      plain(rate.state) === plain(place.state) &&
      isUnnamedOr(zipOf(rate.zipCode), zipOf(place.zipCode)) &&
      isUnnamedOr(plain(rate.city), plain(place.city)) &&
      isUnnamedOr(plain(rate.county), plain(place.county)) &&
      rate.effectiveDate <= day &&
      (rate.expirationDate === null || day <= rate.expirationDate),
  );
  return fitting.sort((one, other) => compare(types, one, other))[0] ?? null;
}

/** Whether two rates are of the same place and kind, so that on one day only one of them can count. */
export const isSameRule = (one: RuleOfRate, other: RuleOfRate): boolean =>
  plain(one.state) === plain(other.state) &&
  plain(one.county) === plain(other.county) &&
  plain(one.city) === plain(other.city) &&
  zipOf(one.zipCode) === zipOf(other.zipCode) &&
  one.taxType === other.taxType;

type RuleOfRate = Pick<TaxRate, "state" | "county" | "city" | "zipCode" | "taxType">;
type Period = Pick<TaxRate, "effectiveDate" | "expirationDate">;

/** Whether there is a day on which both count. */
export const hasCommonDay = (one: Period, other: Period): boolean =>
  (other.expirationDate === null || one.effectiveDate <= other.expirationDate) &&
  (one.expirationDate === null || other.effectiveDate <= one.expirationDate);

/** Better first: the kind that fits best, then ZIP, city, county, then the latest. */
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
