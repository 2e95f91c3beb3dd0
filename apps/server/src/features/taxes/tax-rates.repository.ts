import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { type TaxPlace, type TaxRate, taxRateFor } from "@nexby/domain/tax/tax-rate";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { taxRates } from "./tax-rates.table.ts";

type Thing = Parameters<typeof taxRateFor>[3];
export type FoundTaxRate = { id: string; percent: number; jurisdiction: string | null };

/** The rate in force at a place on a day; null where none is known. A state has few rows, so the rules choose of all. */
export async function findTaxRate(db: Db, place: TaxPlace, day: LocalDate, thing: Thing): Promise<FoundTaxRate | null> {
  const rows = await db
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.state, place.state.trim().toUpperCase()), taxRates.isActive));
  const rates = rows.map((row) => ({
    ...row,
    taxRate: Number(row.taxRate),
    effectiveDate: row.effectiveDate as LocalDate,
    expirationDate: row.expirationDate as LocalDate | null,
  })) satisfies TaxRate[];
  const found = taxRateFor(rates, place, day, thing);
  const row = rates.find(({ id }) => id === found?.id);
  return row ? { id: row.id, percent: row.taxRate, jurisdiction: row.jurisdiction } : null;
}
