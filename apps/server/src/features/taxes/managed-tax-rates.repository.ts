import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import type { TaxRateRow } from "./tax-rate-rows.ts";
import { taxRates } from "./tax-rates.table.ts";

/** The whole of a state first, then its counties, cities and ZIPs; at one place in the order of time. */
const ORDER = [
  taxRates.state,
  sql`coalesce(${taxRates.county}, '')`,
  sql`coalesce(${taxRates.city}, '')`,
  sql`coalesce(${taxRates.zipCode}, '')`,
  taxRates.taxType,
  taxRates.effectiveDate,
  taxRates.id,
];
const PLACE: SQL = sql.join(ORDER, sql`, `);

type Wanted = { state: string | null; isActive: boolean | null; afterId: string | null; limit: number };

/** Rates are never deleted, so the last one of a page is there when the next is asked for. */
export const selectTaxRates = (db: Db, { state, isActive, afterId, limit }: Wanted): Promise<TaxRateRow[]> =>
  db
    .select()
    .from(taxRates)
    .where(
      and(
        state === null ? undefined : eq(taxRates.state, state),
        isActive === null ? undefined : eq(taxRates.isActive, isActive),
        afterId === null ? undefined : sql`(${PLACE}) > (select ${PLACE} from tax_rates where id = ${afterId})`,
      ),
    )
    .orderBy(...ORDER.map((part) => asc(part)))
    .limit(limit);

export async function findTaxRateById(db: Db, id: string): Promise<TaxRateRow | null> {
  const [row] = await db.select().from(taxRates).where(eq(taxRates.id, id));
  return row ?? null;
}

/** Until the transaction ends nobody else writes, so what was found free stays so; reading goes on. */
export async function lockTaxRates(db: Db): Promise<void> {
  await db.execute(sql`lock table ${taxRates} in share row exclusive mode`);
}

export async function insertTaxRate(db: Db, rate: typeof taxRates.$inferInsert): Promise<TaxRateRow> {
  const [row] = await db.insert(taxRates).values(rate).returning();
  if (!row) throw new Error("a tax rate was not stored");
  return row;
}

export async function updateTaxRateRow(db: Db, { id, ...columns }: TaxRateRow): Promise<void> {
  await db.update(taxRates).set(columns).where(eq(taxRates.id, id));
}
