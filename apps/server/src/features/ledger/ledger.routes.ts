import * as contract from "@nexby/contract/ledger";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentLedger } from "./ledger.presenter.ts";
import { findBalances } from "./use-cases/find-balances.ts";
import { findLedgerViolations } from "./use-cases/find-ledger-violations.ts";

export function ledgerRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getLedger, async ({ db, query }) =>
    presentLedger(await findBalances(db, query), await findLedgerViolations(db)),
  );
}
