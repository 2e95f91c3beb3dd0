import * as contract from "@nexby/contract/taxes";
import type { LocalDate } from "@nexby/domain/kernel/calendar";
import type { FastifyInstance } from "fastify";
import { readClock } from "../../platform/clock/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentAct } from "../audit/public.ts";
import type { TaxRateRow } from "./tax-rate-rows.ts";
import { presentTaxRate } from "./tax-rates.presenter.ts";
import { activateTaxRate } from "./use-cases/activate-tax-rate.ts";
import { createTaxRate } from "./use-cases/create-tax-rate.ts";
import { deactivateTaxRate } from "./use-cases/deactivate-tax-rate.ts";
import { listTaxRateHistory } from "./use-cases/list-tax-rate-history.ts";
import { listTaxRates } from "./use-cases/list-tax-rates.ts";
import { updateTaxRate } from "./use-cases/update-tax-rate.ts";

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
    return rows.map(presentAct);
  });
}

/** Of no place in particular: what is in force says it for reading, quotes ask by the day of the rental. */
const todayOf = async (db: Db) => (await readClock(db)).toISOString().slice(0, 10) as LocalDate;

const presented = async (db: Db, row: TaxRateRow) => presentTaxRate(await todayOf(db))(row);
