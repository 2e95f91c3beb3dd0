import * as contract from "@nexby/contract/clock";
import type { FastifyInstance } from "fastify";
import type { CardEntry } from "../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentClock, presentClockJobs } from "./clock.presenter.ts";
import { getClock } from "./use-cases/get-clock.ts";
import { getClockJobs } from "./use-cases/get-clock-jobs.ts";
import { moveClock } from "./use-cases/move-clock.ts";

type Deps = HttpDeps & { isDemo: boolean; cardEntry: CardEntry };

export function clockRoutes(app: FastifyInstance, deps: Deps) {
  // Stripe's clock is the real one: what it holds and when it settles would no longer fit ours.
  const canMove = deps.isDemo && deps.cardEntry.kind === "sandbox";

  mount(app, deps, contract.getClock, async ({ db }) => presentClock(await getClock({ db, canMove })));

  mount(app, deps, contract.moveClock, async ({ db, viewer, body }) =>
    presentClock(await moveClock({ db, canMove }, viewer, body)),
  );

  mount(app, deps, contract.getClockJobs, async ({ db }) => presentClockJobs(await getClockJobs({ db, canMove })));
}
