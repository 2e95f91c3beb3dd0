import type { ActView } from "@nexby/contract/acts";
import type { TaxRateView } from "@nexby/contract/taxes";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { formatDay } from "../../lib/dates.ts";

const STATE_NAMES: Readonly<Record<string, string>> = US_STATES;

export const TYPE_LABELS: Readonly<Record<string, string>> = {
  sales: "Everything",
  rental: "Rentals",
  food: "Food trucks",
};

export const percentWords = (rate: string): string => `${Number(rate)}%`;

/** A day without a time of day is the same day everywhere. */
export const dayWords = (day: string): string => formatDay(`${day}T12:00:00`);

type Place = Pick<TaxRateView, "state" | "county" | "city" | "zipCode">;

/** What a rate is for, the narrowest first: "Austin", and what that lies in. */
export function placeWords({ state, county, city, zipCode }: Place): { name: string; within: string } {
  const named = [zipCode && `ZIP ${zipCode}`, city, county && `${county} County`].filter((part) => part !== null);
  const parts = [...named, STATE_NAMES[state] ?? state];
  const [name = "", ...rest] = parts;
  return { name, within: rest.join(", ") || "The whole state" };
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  state: "State",
  county: "County",
  city: "City",
  zipCode: "ZIP code",
  taxRate: "Rate",
  taxType: "For",
  jurisdiction: "Jurisdiction",
  effectiveDate: "First day",
  expirationDate: "Last day",
  notes: "Notes",
};

const VALUE_WORDS: Readonly<Record<string, (value: string) => string>> = {
  taxRate: percentWords,
  taxType: (type) => TYPE_LABELS[type] ?? type,
  effectiveDate: dayWords,
  expirationDate: dayWords,
};

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  return VALUE_WORDS[field]?.(String(value)) ?? String(value);
}

const DONE: Readonly<Record<string, string>> = {
  tax_rate_created: "Added",
  tax_rate_activated: "Put into use",
  tax_rate_deactivated: "Taken out of use",
};

/** What an act did to a rate, one line for each thing. */
export function linesOf({ action, changes }: ActView): string[] {
  const done = DONE[action];
  if (done) {
    const rate = changes.find(({ field }) => field === "taxRate")?.after;
    return [typeof rate === "string" ? `${done} with ${percentWords(rate)}` : done];
  }
  return changes.map(
    ({ field, before, after }) =>
      `${FIELD_LABELS[field] ?? field}: ${valueWords(field, before)} → ${valueWords(field, after)}`,
  );
}
