import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { TaxRate } from "@nexby/domain/tax/tax-rate";
import type { taxRates } from "./tax-rates.table.ts";

export type TaxRateRow = typeof taxRates.$inferSelect;
/** Also of one that is not stored yet. */
export type TaxRateColumns = Omit<TaxRateRow, "createdAt">;

/** As the rules know a rate. The database's days are days that exist. */
export const rateOfRow = (row: TaxRateColumns) =>
  ({
    ...row,
    taxRate: Number(row.taxRate),
    effectiveDate: row.effectiveDate as LocalDate,
    expirationDate: row.expirationDate as LocalDate | null,
  }) satisfies TaxRate;
