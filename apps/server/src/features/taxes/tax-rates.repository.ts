import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { type TaxPlace, taxRateFor } from "@nexby/domain/tax/tax-rate";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { rateOfRow, type TaxRateRow } from "./tax-rate-rows.ts";
import { taxRates } from "./tax-rates.table.ts";

type Thing = Parameters<typeof taxRateFor>[3];
export type FoundTaxRate = { id: string; percent: number; jurisdiction: string | null };

/** A state has few, so whoever asks chooses of all. */
export const selectActiveRates = (db: Db, state: string): Promise<TaxRateRow[]> =>
  db
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.state, state), taxRates.isActive));

/** The rate in force at a place on a day; null where none is known. */
export async function findTaxRate(db: Db, place: TaxPlace, day: LocalDate, thing: Thing): Promise<FoundTaxRate | null> {
  const rates = (await selectActiveRates(db, place.state.trim().toUpperCase())).map(rateOfRow);
  const found = taxRateFor(rates, place, day, thing);
  const row = rates.find(({ id }) => id === found?.id);
  return row ? { id: row.id, percent: row.taxRate, jurisdiction: row.jurisdiction } : null;
}
