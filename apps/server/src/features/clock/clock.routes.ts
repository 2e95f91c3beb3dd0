import * as contract from "@nexby/contract/clock";
import type { FastifyInstance } from "fastify";
import type { CardEntry } from "../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { moveClock } from "./use-cases/move-clock.ts";

type Deps = HttpDeps & { isDemo: boolean; cardEntry: CardEntry };

export function clockRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.moveClock, async ({ db, viewer, body }) => {
    // Stripe's clock is the real one: what it holds and when it settles would no longer fit ours.
    const canMove = deps.isDemo && deps.cardEntry.kind === "sandbox";
    const now = await moveClock({ db, canMove }, viewer, body);
    return { now: now.toISOString() };
  });
}
