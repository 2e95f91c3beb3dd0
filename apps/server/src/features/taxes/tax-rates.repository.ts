import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { type TaxPlace, taxRateFor } from "@nexby/domain/tax/tax-rate";
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { rateOfRow, type TaxRateColumns, type TaxRateRow } from "./tax-rate-rows.ts";
import { taxRates } from "./tax-rates.table.ts";

type Thing = Parameters<typeof taxRateFor>[3];
export type FoundTaxRate = { id: string; percent: number; jurisdiction: string | null };

/** A state has few, so whoever asks chooses of all. */
export const selectActiveRates = (db: Db, state: string): Promise<TaxRateRow[]> => activeRates(db).execute({ state });

const activeRates = prepared((db) =>
  db
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.state, sql.placeholder("state")), taxRates.isActive))
    .prepare("active_tax_rates"),
);

/** The same within another query, whose state it is. */
export const ratesOfState = (state: Column): SQL<TaxRateColumns[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', state, 'county', county, 'city', city,
    'zipCode', zip_code, 'taxRate', tax_rate::text, 'taxType', tax_type, 'jurisdiction', jurisdiction,
    'effectiveDate', effective_date, 'expirationDate', expiration_date, 'isActive', is_active, 'notes', notes)), '[]')
  from tax_rates where state = upper(trim(${state})) and is_active)`;

/** The rate in force at a place on a day; null where none is known. */
export async function findTaxRate(db: Db, place: TaxPlace, day: LocalDate, thing: Thing): Promise<FoundTaxRate | null> {
  return chooseTaxRate(await selectActiveRates(db, place.state.trim().toUpperCase()), place, day, thing);
}

/** Of all the rates of its state. */
export function chooseTaxRate(
  rows: readonly TaxRateColumns[],
  place: TaxPlace,
  day: LocalDate,
  thing: Thing,
): FoundTaxRate | null {
  const rates = rows.map(rateOfRow);
  const found = taxRateFor(rates, place, day, thing);
  const row = rates.find(({ id }) => id === found?.id);
  return row ? { id: row.id, percent: row.taxRate, jurisdiction: row.jurisdiction } : null;
}
