import * as contract from "@nexby/contract/search-analytics";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentSearch } from "./search-analytics.presenter.ts";
import { listSearches } from "./use-cases/list-searches.ts";

export function searchAnalyticsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listSearches, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listSearches(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentSearch);
  });
}
