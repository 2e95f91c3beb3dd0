import { amount } from "@nexby/contract/amounts";
import { type PlatformSettings, platformSettings, updatePlatformSettings } from "@nexby/contract/platform-settings";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";

const MOST_PENALTY_CENTS = 100_000;

const change = updatePlatformSettings.body.required();

export const DEFAULTS = platformSettings.parse({});

/** Money is typed in dollars. */
const typed = change.extend({
  ownerCancelPenaltyCents: amount("Penalty").refine(
    (penalty) => penalty <= MOST_PENALTY_CENTS,
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
