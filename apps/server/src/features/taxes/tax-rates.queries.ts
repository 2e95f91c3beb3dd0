import type { LocalDate } from "@nexby/domain/kernel/calendar";
import { type TaxPlace, type TaxRate, taxRateFor } from "@nexby/domain/tax/tax-rate";
import { and, asc, type Column, eq, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/statements.ts";
import { AppError } from "../../platform/errors.ts";
import { invalidCursor, type PageOf, pageBy, readCursor } from "../../platform/paging.ts";
import { taxRates } from "../../schema/content.ts";
import { listAuditEntries } from "../operations/public.ts";

/** Statewide rates first, then counties, cities and ZIP codes; for one place by date. */
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

type RatesPage = { state: string | null; isActive: boolean | null; afterId: string | null; limit: number };

const selectTaxRates = (db: Db, { state, isActive, afterId, limit }: RatesPage): Promise<TaxRateRow[]> =>
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

/** Blocks other writers until the transaction ends, so an overlap check stays valid; readers continue. */
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

type Thing = Parameters<typeof taxRateFor>[3];
export type FoundTaxRate = { id: string; percent: number; jurisdiction: string | null };

/** A state has few rates, so the choice is made in memory. */
export const selectActiveRates = (db: Db, state: string): Promise<TaxRateRow[]> => activeRates(db).execute({ state });

const activeRates = prepared((db) =>
  db
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.state, sql.placeholder("state")), taxRates.isActive))
    .prepare("active_tax_rates"),
);

/** The same for use in another query. */
export const ratesOfState = (state: Column): SQL<TaxRateColumns[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', state, 'county', county, 'city', city,
    'zipCode', zip_code, 'taxRate', tax_rate::text, 'taxType', tax_type, 'jurisdiction', jurisdiction,
    'effectiveDate', effective_date, 'expirationDate', expiration_date, 'isActive', is_active, 'notes', notes)), '[]')
  from tax_rates where state = upper(trim(${state})) and is_active)`;

/** The rate in effect at a place on a date; null if none is known. */
export async function findTaxRate(db: Db, place: TaxPlace, day: LocalDate, thing: Thing): Promise<FoundTaxRate | null> {
  return chooseTaxRate(await selectActiveRates(db, place.state.trim().toUpperCase()), place, day, thing);
}

/** `rows` must contain all active rates of the state. */
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

export type TaxRateRow = typeof taxRates.$inferSelect;
/** Includes rates that are not stored yet. */
export type TaxRateColumns = Omit<TaxRateRow, "createdAt">;

/** Casts dates to the domain's types; the database contains only valid dates. */
export const rateOfRow = (row: TaxRateColumns) =>
  ({
    ...row,
    taxRate: Number(row.taxRate),
    effectiveDate: row.effectiveDate as LocalDate,
    expirationDate: row.expirationDate as LocalDate | null,
  }) satisfies TaxRate;

const TAX_RATE = "tax_rate";

type Verb = "created" | "changed" | "activated" | "deactivated";
type RateChange = { before: TaxRateRow | null; after: TaxRateRow };

/** Records only the fields that changed. */
export async function recordTaxRateChange(
  db: Db,
  viewer: Viewer,
  verb: Verb,
  { before, after }: RateChange,
): Promise<void> {
  const { id, createdAt: _, ...columns } = after;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const changed = names.filter((name) => (before ? before[name] !== after[name] : after[name] !== null));
  const only = (row: TaxRateRow) => Object.fromEntries(changed.map((name) => [name, row[name]]));
  const entry = { actorId: viewer.id, action: `${TAX_RATE}_${verb}`, entityType: TAX_RATE, entityId: id };
  await recordAudit(db, { ...entry, details: { ...(before && { before: only(before) }), after: only(after) } });
}

type RatesQuery = {
  state?: string | undefined;
  isActive?: "true" | "false" | undefined;
  limit: number;
  cursor?: string | undefined;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ordered by place. The cursor holds the id of the previous page's last rate: rates are never deleted. */
export async function listTaxRates(
  db: Db,
  { state, isActive, limit, cursor }: RatesQuery,
): Promise<PageOf<TaxRateRow>> {
  const afterId = readCursor(cursor, (id) => (ID.test(id) ? id : null));
  if (afterId !== null && !(await findTaxRateById(db, afterId))) throw invalidCursor();
  const found = await selectTaxRates(db, {
    state: state ?? null,
    isActive: isActive === undefined ? null : isActive === "true",
    afterId,
    limit: limit + 1,
  });
  return pageBy(found, limit, ({ id }) => id);
}

type HistoryQuery = { limit: number; cursor?: string | undefined };

export async function listTaxRateHistory(db: Db, rateId: string, query: HistoryQuery) {
  if (!(await findTaxRateById(db, rateId))) throw new AppError("not_found", "Tax rate not found");
  return listAuditEntries(db, { entityType: TAX_RATE, entityId: rateId }, query);
}
