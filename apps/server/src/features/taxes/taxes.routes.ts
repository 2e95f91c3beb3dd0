import type { TaxRateView } from "@nexby/contract/money/taxes";
import * as contract from "@nexby/contract/money/taxes";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { FastifyInstance } from "fastify";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentAuditEntry } from "../operations/public.ts";
import { activateTaxRate, createTaxRate, deactivateTaxRate, updateTaxRate } from "./commands/change-tax-rate.ts";
import { listTaxRateHistory, listTaxRates, type TaxRateRow } from "./tax-rates.queries.ts";

const presentTaxRate =
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
    standing: statusOf(rate, today),
    createdAt: createdAt.toISOString(),
  });

type Dated = Pick<TaxRateRow, "isActive" | "effectiveDate" | "expirationDate">;

function statusOf({ isActive, effectiveDate, expirationDate }: Dated, today: LocalDate): TaxRateView["standing"] {
  if (!isActive) return "inactive";
  if (effectiveDate > today) return "upcoming";
  return expirationDate !== null && expirationDate < today ? "ended" : "in_force";
}

export function taxesRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listTaxRates, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listTaxRates(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentTaxRate(await todayOf(db)));
  });

  mount(app, deps, contract.createTaxRate, async ({ db, viewer, body }) =>
    presented(db, await createTaxRate(db, viewer, body)),
  );

  mount(app, deps, contract.updateTaxRate, async ({ db, viewer, params, body }) =>
    presented(db, await updateTaxRate(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.deactivateTaxRate, async ({ db, viewer, params }) =>
    presented(db, await deactivateTaxRate(db, viewer, params.rateId)),
  );

  mount(app, deps, contract.activateTaxRate, async ({ db, viewer, params }) =>
    presented(db, await activateTaxRate(db, viewer, params.rateId)),
  );

  mount(app, deps, contract.listTaxRateHistory, async ({ db, params, query, linkNext }) => {
    const { rows, nextCursor } = await listTaxRateHistory(db, params.rateId, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentAuditEntry);
  });
}

/** The UTC date, good enough for display; quotes use the date of the rental. */
const todayOf = async (db: Db) => (await readClock(db)).toISOString().slice(0, 10) as LocalDate;

const presented = async (db: Db, row: TaxRateRow) => presentTaxRate(await todayOf(db))(row);
