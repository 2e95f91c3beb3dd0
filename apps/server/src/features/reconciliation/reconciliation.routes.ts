import * as contract from "@nexby/contract/reconciliation";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentDifference } from "./reconciliation.presenter.ts";
import { listDifferences } from "./use-cases/list-differences.ts";

export function reconciliationRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listDifferences, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listDifferences(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentDifference);
  });
}
