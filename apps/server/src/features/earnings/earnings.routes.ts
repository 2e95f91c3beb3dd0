import * as contract from "@nexby/contract/earnings";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentEarnings, presentPayout, presentStatement } from "./earnings.presenter.ts";
import { exportEarnings } from "./use-cases/export-earnings.ts";
import { getEarnings } from "./use-cases/get-earnings.ts";
import { listPayouts } from "./use-cases/list-payouts.ts";

export function earningsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getEarnings, async ({ db, viewer, query }) =>
    presentEarnings(await getEarnings(db, viewer.id, query.months)),
  );

  mount(app, deps, contract.listPayouts, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listPayouts(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentPayout);
  });

  mount(app, deps, contract.exportEarnings, async ({ db, viewer, query }) =>
    presentStatement(await exportEarnings(db, viewer.id, query.year)),
  );
}
