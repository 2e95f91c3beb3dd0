import type { AuditEntryView } from "@nexby/contract/admin/audit-log";
import {
  type PlatformSettings,
  platformSettings,
  type SettingKey,
  updatePlatformSettings,
} from "@nexby/contract/admin/settings";
import { amount } from "@nexby/contract/fields";
import type { TaxRateView } from "@nexby/contract/money/taxes";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { TAXABLE_LINES, type TaxableLine } from "@nexby/domain/pricing/price-lines";
import { formatDay } from "../../lib/dates.ts";
import { countOf, formatCents } from "../../lib/format.ts";
import { CANCELLATION_COPY } from "../../lib/rental-labels.ts";

export const LINE_LABELS: Record<TaxableLine, string> = {
  rental: "Rental",
  setup: "Set-up",
  cleaning: "Cleaning",
  delivery: "Delivery",
  food: "Food",
  appearance: "Appearance",
  travel: "Travel",
  insurance: "Insurance",
  service_fee: "Service fee",
};

type Words<Key extends SettingKey> = { label: string; value: (value: PlatformSettings[Key]) => string };

const yesNo = (isOn: boolean) => (isOn ? "yes" : "no");
const percent = (rate: number) => `${rate}%`;

const WORDS: { [Key in SettingKey]: Words<Key> } = {
  autoApproveVerifiedAccounts: { label: "Approve verified accounts automatically", value: yesNo },
  ownerDecisionHours: { label: "Hours to decide", value: (hours) => countOf(hours, "hour") },
  insuranceRate: { label: "Insurance", value: percent },
  taxedLines: {
    label: "Taxed",
    value: (lines) =>
      TAXABLE_LINES.filter((line) => lines.includes(line))
        .map((line) => LINE_LABELS[line])
        .join(", ") || "nothing",
  },
  defaultCancellationPolicy: { label: "Cancellation policy", value: (policy) => CANCELLATION_COPY[policy].label },
  refundsAllTax: { label: "Give all tax back", value: yesNo },
  ownerCancelPenaltyCents: { label: "Penalty for owners", value: formatCents },
  lateFeeCommissionPercent: { label: "Share of late fees", value: percent },
};

export const labelOf = (key: SettingKey): string => WORDS[key].label;

/** A setting's value as people say it. */
export function settingValueCopy<Key extends SettingKey>(key: Key, value: PlatformSettings[Key]): string {
  return WORDS[key].value(value);
}

const isKnown = (field: string): field is SettingKey => field in WORDS;

/** What an act changed, one line for each setting. One that this page does not know any more is told by its name. */
export function settingChangeLines({ changes }: AuditEntryView): string[] {
  return changes.map(({ field, before, after }) => {
    if (!isKnown(field)) return field;
    const words = (value: unknown) => settingValueCopy(field, value as never);
    return `${labelOf(field)}: ${words(before)} → ${words(after)}`;
  });
}

const MAX_PENALTY_CENTS = 100_000;

const change = updatePlatformSettings.body.required();

export const DEFAULTS = platformSettings.parse({});

/** Money is typed in dollars. */
const typed = change.extend({
  ownerCancelPenaltyCents: amount("Penalty").refine(
    (penalty) => penalty <= MAX_PENALTY_CENTS,
    "Penalty must be at most $1,000",
  ),
});

export const SCHEMAS = {
  requests: typed.pick({ ownerDecisionHours: true }),
  listings: typed.pick({ defaultCancellationPolicy: true }),
  prices: typed.pick({ insuranceRate: true, taxedLines: true }),
  cancellations: typed.pick({ refundsAllTax: true, ownerCancelPenaltyCents: true }),
  lateFees: typed.pick({ lateFeeCommissionPercent: true }),
};

/** The settings as they would be typed. */
export const typedValues = (settings: PlatformSettings) => ({
  ...settings,
  ownerDecisionHours: String(settings.ownerDecisionHours),
  insuranceRate: String(settings.insuranceRate),
  taxedLines: [...settings.taxedLines],
  ownerCancelPenaltyCents: decimalFromCents(cents(settings.ownerCancelPenaltyCents)),
  lateFeeCommissionPercent: String(settings.lateFeeCommissionPercent),
});

const STATE_NAMES: Readonly<Record<string, string>> = US_STATES;

export const TYPE_LABELS: Readonly<Record<string, string>> = {
  sales: "Everything",
  rental: "Rentals",
  food: "Food trucks",
};

export const percentText = (rate: string): string => `${Number(rate)}%`;

/** A day without a time of day is the same day everywhere. */
export const dayText = (day: string): string => formatDay(`${day}T12:00:00`);

type Place = Pick<TaxRateView, "state" | "county" | "city" | "zipCode">;

/** What a rate is for, the narrowest first: "Austin", and what that lies in. */
export function placeText({ state, county, city, zipCode }: Place): { name: string; within: string } {
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
  taxRate: percentText,
  taxType: (type) => TYPE_LABELS[type] ?? type,
  effectiveDate: dayText,
  expirationDate: dayText,
};

function rateValueCopy(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  return VALUE_WORDS[field]?.(String(value)) ?? String(value);
}

const DONE: Readonly<Record<string, string>> = {
  tax_rate_created: "Added",
  tax_rate_activated: "Put into use",
  tax_rate_deactivated: "Taken out of use",
};

/** What an act did to a rate, one line for each thing. */
export function rateChangeLines({ action, changes }: AuditEntryView): string[] {
  const done = DONE[action];
  if (done) {
    const rate = changes.find(({ field }) => field === "taxRate")?.after;
    return [typeof rate === "string" ? `${done} with ${percentText(rate)}` : done];
  }
  return changes.map(
    ({ field, before, after }) =>
      `${FIELD_LABELS[field] ?? field}: ${rateValueCopy(field, before)} → ${rateValueCopy(field, after)}`,
  );
}
