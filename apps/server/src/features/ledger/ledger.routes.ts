import type { LedgerView } from "@nexby/contract/money/ledger";
import * as ledgerContract from "@nexby/contract/money/ledger";
import * as payoutsContract from "@nexby/contract/money/payouts";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentEarnings, presentPayout, presentStatement } from "./earnings.presenter.ts";
import { exportEarnings, getEarnings, listPayouts } from "./earnings.queries.ts";
import { type Balance, findBalances } from "./ledger.queries.ts";
import { findLedgerViolations, type LedgerViolation } from "./ledger-checks.ts";

export function ledgerRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, ledgerContract.getLedger, async ({ db, query }) =>
    presentLedger(await findBalances(db, query), await findLedgerViolations(db)),
  );
}

const presentLedger = (balances: Balance[], violations: LedgerViolation[]): LedgerView => ({
  balances: balances.map(({ account, currency, amountCents }) => ({ account, currency, amountCents })),
  violations: violations.map((violation) => ({ ...violation })),
});

export function earningsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, payoutsContract.getEarnings, async ({ db, viewer, query }) =>
    presentEarnings(await getEarnings(db, viewer.id, query.months)),
  );

  mount(app, deps, payoutsContract.listPayouts, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listPayouts(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentPayout);
  });

  mount(app, deps, payoutsContract.exportEarnings, async ({ db, viewer, query }) =>
    presentStatement(await exportEarnings(db, viewer.id, query.year)),
  );
}
