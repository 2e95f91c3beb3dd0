import * as contract from "@nexby/contract/terms";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { getActiveTerms } from "./use-cases/get-active-terms.ts";

export function contentRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getActiveTerms, async ({ db }) => {
    const { version, content, createdAt } = await getActiveTerms(db);
    return { version, content, createdAt: createdAt.toISOString() };
  });
}
