import * as contract from "@nexby/contract/saved-cards";
import type { FastifyInstance } from "fastify";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentSavedCard } from "./saved-cards.presenter.ts";
import { listSavedCards } from "./use-cases/list-saved-cards.ts";
import { removeSavedCard } from "./use-cases/remove-saved-card.ts";
import { startCardSetup } from "./use-cases/start-card-setup.ts";

type Deps = HttpDeps & { payments: PaymentsPort };

export function savedCardsRoutes(app: FastifyInstance, deps: Deps) {
  const { payments } = deps;

  mount(app, deps, contract.listSavedCards, async ({ db, viewer }) =>
    (await listSavedCards(db, payments, viewer)).map(presentSavedCard),
  );

  mount(app, deps, contract.startCardSetup, async ({ db, viewer }) => ({
    clientSecret: await startCardSetup(db, payments, viewer),
  }));

  mount(app, deps, contract.removeSavedCard, async ({ db, viewer, params }) => {
    await removeSavedCard(db, payments, viewer, params.cardId);
    return {};
  });
}
