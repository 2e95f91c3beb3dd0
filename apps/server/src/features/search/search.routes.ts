import * as contract from "@nexby/contract/search";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { countFacets } from "./use-cases/count-facets.ts";

export function searchRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.countSearchFacets, ({ db, query }) => countFacets(db, query));
}
