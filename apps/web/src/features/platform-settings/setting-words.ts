import type { ActView } from "@nexby/contract/acts";
import type { PlatformSettings, SettingKey } from "@nexby/contract/platform-settings";
import { TAXABLE_LINES, type TaxableLine } from "@nexby/domain/pricing/price-lines";
import { CANCELLATION_WORDS } from "../../lib/cancellation-words.ts";
import { countOf } from "../../lib/count-of.ts";
import { formatCents } from "../../lib/money.ts";

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
  defaultCancellationPolicy: { label: "Cancellation policy", value: (policy) => CANCELLATION_WORDS[policy].label },
  refundsAllTax: { label: "Give all tax back", value: yesNo },
  ownerCancelPenaltyCents: { label: "Penalty for owners", value: formatCents },
  lateFeeCommissionPercent: { label: "Share of late fees", value: percent },
};

export const labelOf = (key: SettingKey): string => WORDS[key].label;

/** A setting's value as people say it. */
export function valueWords<Key extends SettingKey>(key: Key, value: PlatformSettings[Key]): string {
  return WORDS[key].value(value);
}

const isKnown = (field: string): field is SettingKey => field in WORDS;

/** What an act changed, one line for each setting. One that this page does not know any more is told by its name. */
export function linesOf({ changes }: ActView): string[] {
  return changes.map(({ field, before, after }) => {
    if (!isKnown(field)) return field;
    const words = (value: unknown) => valueWords(field, value as never);
    return `${labelOf(field)}: ${words(before)} → ${words(after)}`;
  });
}
