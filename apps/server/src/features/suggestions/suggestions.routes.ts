import { suggestSearches as endpoint } from "@nexby/contract/suggestions";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { suggestSearches } from "./use-cases/suggest-searches.ts";

export function suggestionsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, endpoint, ({ db, query }) => suggestSearches(db, query.text));
}
