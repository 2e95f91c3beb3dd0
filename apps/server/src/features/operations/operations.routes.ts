import * as contract from "@nexby/contract/operations";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import { mount } from "../../platform/http/mount.ts";
import { checkReadiness } from "./use-cases/check-readiness.ts";

type Deps = { db: Db; worker: { isAlive(): boolean } };

export function operationsRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, contract.getHealth, async () => ({ status: "ok" as const }));
  mount(app, contract.getReadiness, () => checkReadiness(deps));
}
