import * as contract from "@nexby/contract/operations";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { checkReadiness } from "./use-cases/check-readiness.ts";

type Deps = HttpDeps & { worker: { isAlive(): boolean } };

export function operationsRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.getHealth, async () => ({ status: "ok" as const }));
  mount(app, deps, contract.getReadiness, () => checkReadiness(deps));
}
