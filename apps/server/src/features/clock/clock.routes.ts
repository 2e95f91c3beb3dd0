import * as contract from "@nexby/contract/clock";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { moveClock } from "./use-cases/move-clock.ts";

type Deps = HttpDeps & { isDemo: boolean };

export function clockRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.moveClock, async ({ db, viewer, body }) => {
    const now = await moveClock({ db, isDemo: deps.isDemo }, viewer, body);
    return { now: now.toISOString() };
  });
}
