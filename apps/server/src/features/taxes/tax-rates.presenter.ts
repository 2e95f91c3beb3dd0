import type { TaxRateView } from "@nexby/contract/taxes";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { TaxRateRow } from "./tax-rate-rows.ts";

export const presentTaxRate =
  (today: LocalDate) =>
  ({ createdAt, ...rate }: TaxRateRow): TaxRateView => ({
    id: rate.id,
    state: rate.state,
    county: rate.county,
    city: rate.city,
    zipCode: rate.zipCode,
    taxRate: rate.taxRate,
    taxType: rate.taxType,
    jurisdiction: rate.jurisdiction,
    effectiveDate: rate.effectiveDate,
    expirationDate: rate.expirationDate,
    isActive: rate.isActive,
    notes: rate.notes,
    standing: standingOf(rate, today),
    createdAt: createdAt.toISOString(),
  });

type Dated = Pick<TaxRateRow, "isActive" | "effectiveDate" | "expirationDate">;

function standingOf({ isActive, effectiveDate, expirationDate }: Dated, today: LocalDate): TaxRateView["standing"] {
  if (!isActive) return "inactive";
  if (effectiveDate > today) return "upcoming";
  return expirationDate !== null && expirationDate < today ? "ended" : "in_force";
}
