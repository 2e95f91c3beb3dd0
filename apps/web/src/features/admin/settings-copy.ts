import type { AuditEntryView } from "@nexby/contract/admin/audit-log";
import {
  MAX_UNVALUED_LOSS_CENTS,
  type PlatformSettings,
  platformSettings,
  type SettingKey,
  updatePlatformSettings,
} from "@nexby/contract/admin/settings";
import { amount } from "@nexby/contract/fields";
import type { TaxRateView } from "@nexby/contract/money/taxes";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { TAXABLE_LINES, type TaxableLine } from "@nexby/domain/pricing/price-lines";
import { formatDay } from "../../lib/dates.ts";
import { formatCents } from "../../lib/format.ts";
import { CANCELLATION_COPY } from "../../lib/rental-labels.ts";

export const LINE_LABELS: Record<TaxableLine, string> = {
  rental: "Rental",
  setup: "Setup",
  cleaning: "Cleaning",
  delivery: "Delivery",
  food: "Food",
  appearance: "Appearance",
  travel: "Travel",
  insurance: "Insurance",
  service_fee: "Service fee",
};

type SettingCopy<Key extends SettingKey> = { label: string; value: (value: PlatformSettings[Key]) => string };

const yesNo = (isOn: boolean) => (isOn ? "yes" : "no");
const percent = (rate: number) => `${rate}%`;
const orNone = (text: string) => text || "none";

const SETTING_COPY: { [Key in SettingKey]: SettingCopy<Key> } = {
  autoApproveVerifiedAccounts: { label: "Approve verified accounts automatically", value: yesNo },
  accountReviewHours: { label: "Hours to review accounts", value: (hours) => countOf(hours, "hour") },
  ownerDecisionHours: { label: "Hours to reply", value: (hours) => countOf(hours, "hour") },
  insurerName: { label: "Insurer", value: orNone },
  insuranceTermsUrl: { label: "Insurance terms", value: orNone },
  insuranceRate: { label: "Insurance", value: percent },
  taxedLines: {
    label: "Taxable charges",
    value: (lines) =>
      TAXABLE_LINES.filter((line) => lines.includes(line))
        .map((line) => LINE_LABELS[line])
        .join(", ") || "nothing",
  },
  defaultCancellationPolicy: { label: "Cancellation policy", value: (policy) => CANCELLATION_COPY[policy].label },
  refundsAllTax: { label: "Refund all tax", value: yesNo },
  ownerCancelPenaltyCents: { label: "Owner penalty", value: formatCents },
  lateFeeCommissionPercent: { label: "Our share of late fees", value: percent },
  unvaluedLossCents: { label: "Lost item without a value", value: formatCents },
  evidenceRetentionDays: { label: "Days to keep rental photos", value: (days) => countOf(days, "day") },
};

export const labelOf = (key: SettingKey): string => SETTING_COPY[key].label;

export function settingValueCopy<Key extends SettingKey>(key: Key, value: PlatformSettings[Key]): string {
  return SETTING_COPY[key].value(value);
}

const isKnown = (field: string): field is SettingKey => field in SETTING_COPY;

/** Lists each changed setting on its own line; settings unknown to this version appear by name. */
export function settingChangeLines({ changes }: AuditEntryView): string[] {
  return changes.map(({ field, before, after }) => {
    if (!isKnown(field)) return field;
    const textOf = (value: unknown) => settingValueCopy(field, value as never);
    return `${labelOf(field)}: ${textOf(before)} → ${textOf(after)}`;
  });
}

const MAX_PENALTY_CENTS = 100_000;

const change = updatePlatformSettings.body.required();

export const DEFAULTS = platformSettings.parse({});

/** Amounts are entered in dollars. */
const typed = change.extend({
  ownerCancelPenaltyCents: amount("Penalty").refine(
    (penalty) => penalty <= MAX_PENALTY_CENTS,
    "Penalty must be at most $1,000",
  ),
  unvaluedLossCents: amount("Amount").refine(
    (cents) => cents <= MAX_UNVALUED_LOSS_CENTS,
    `Amount must be at most ${formatCents(MAX_UNVALUED_LOSS_CENTS)}`,
  ),
});

export const SCHEMAS = {
  losses: typed.pick({ unvaluedLossCents: true }),
  accounts: typed.pick({ accountReviewHours: true }),
  requests: typed.pick({ ownerDecisionHours: true }),
  listings: typed.pick({ defaultCancellationPolicy: true }),
  prices: typed.pick({ taxedLines: true }),
  insurance: typed
    .pick({ insurerName: true, insuranceTermsUrl: true, insuranceRate: true })
    .refine(({ insurerName, insuranceTermsUrl }) => !insurerName || insuranceTermsUrl, {
      path: ["insuranceTermsUrl"],
      error: "Please enter the link to the insurer’s terms",
    }),
  cancellations: typed.pick({ refundsAllTax: true, ownerCancelPenaltyCents: true }),
  lateFees: typed.pick({ lateFeeCommissionPercent: true }),
  photos: typed.pick({ evidenceRetentionDays: true }),
};

/** Form values of the settings. */
export const typedValues = (settings: PlatformSettings) => ({
  ...settings,
  accountReviewHours: String(settings.accountReviewHours),
  ownerDecisionHours: String(settings.ownerDecisionHours),
  insuranceRate: String(settings.insuranceRate),
  taxedLines: [...settings.taxedLines],
  ownerCancelPenaltyCents: decimalFromCents(cents(settings.ownerCancelPenaltyCents)),
  unvaluedLossCents: decimalFromCents(cents(settings.unvaluedLossCents)),
  lateFeeCommissionPercent: String(settings.lateFeeCommissionPercent),
  evidenceRetentionDays: String(settings.evidenceRetentionDays),
});

const STATE_NAMES: Readonly<Record<string, string>> = US_STATES;

export const TYPE_LABELS: Readonly<Record<string, string>> = {
  sales: "Everything",
  rental: "Rentals",
  food: "Food trucks",
};

export const percentText = (rate: string): string => `${Number(rate)}%`;

/** Noon keeps the date the same in every time zone. */
export const dayText = (day: string): string => formatDay(`${day}T12:00:00`);

type Place = Pick<TaxRateView, "state" | "county" | "city" | "zipCode">;

/** `name` is the narrowest place, such as "Austin"; `within` is the wider area. */
export function placeText({ state, county, city, zipCode }: Place): { name: string; within: string } {
  const named = [zipCode && `ZIP ${zipCode}`, city, county && `${county} County`].filter((part) => part !== null);
  const parts = [...named, STATE_NAMES[state] ?? state];
  const [name = "", ...rest] = parts;
  return { name, within: rest.join(", ") || "Statewide" };
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  state: "State",
  county: "County",
  city: "City",
  zipCode: "ZIP code",
  taxRate: "Rate",
  taxType: "Applies to",
  jurisdiction: "Jurisdiction",
  effectiveDate: "First day",
  expirationDate: "Last day",
  notes: "Notes",
};

const VALUE_FORMATTERS: Readonly<Record<string, (value: string) => string>> = {
  taxRate: percentText,
  taxType: (type) => TYPE_LABELS[type] ?? type,
  effectiveDate: dayText,
  expirationDate: dayText,
};

function rateValueCopy(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  return VALUE_FORMATTERS[field]?.(String(value)) ?? String(value);
}

const ACTION_LABELS: Readonly<Record<string, string>> = {
  tax_rate_created: "Added",
  tax_rate_activated: "Activated",
  tax_rate_deactivated: "Deactivated",
};

/** Lists each change to a rate on its own line. */
export function rateChangeLines({ action, changes }: AuditEntryView): string[] {
  const done = ACTION_LABELS[action];
  if (done) {
    const rate = changes.find(({ field }) => field === "taxRate")?.after;
    return [typeof rate === "string" ? `${done} at ${percentText(rate)}` : done];
  }
  return changes.map(
    ({ field, before, after }) =>
      `${FIELD_LABELS[field] ?? field}: ${rateValueCopy(field, before)} → ${rateValueCopy(field, after)}`,
  );
}
