import * as tasksContract from "@nexby/contract/admin/tasks";
import * as paymentsContract from "@nexby/contract/money/payments";
import * as payoutsContract from "@nexby/contract/money/payouts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type CardEntry,
  ForgedEvent,
  type PaymentsPort,
  type ProviderEvent,
} from "../../adapters/payments/payments.port.ts";
import { AppError } from "../../platform/errors.ts";
import { admit, type HttpDeps, mount } from "../../platform/http/mount.ts";
import { markRefundPaid } from "./commands/mark-refund-paid.ts";
import { openPayoutDashboard, replacePayoutAccount } from "./commands/replace-payout-account.ts";
import { startOnboarding } from "./commands/start-payout-onboarding.ts";
import { presentPayment, presentPayoutAccount, presentSavedCard } from "./payments.presenter.ts";
import { findOwnPayment, listOwnPayments } from "./payments.queries.ts";
import { getPayoutAccount } from "./payout-accounts.queries.ts";
import { syncPayoutAccount } from "./payout-accounts.sync.ts";
import { receiveEvent, type Subjects } from "./provider-events.ts";
import { listSavedCards, removeSavedCard, startCardSetup } from "./saved-cards.ts";
import { listWaitingPayouts, presentWaitingPayout } from "./waiting-payouts.ts";

type PaymentsDeps = HttpDeps & { cardEntry: CardEntry };

export function paymentsRoutes(app: FastifyInstance, deps: PaymentsDeps) {
  mount(app, deps, paymentsContract.getPaymentsConfig, async () => deps.cardEntry);

  mount(app, deps, paymentsContract.listPayments, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listOwnPayments(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentPayment);
  });

  mount(app, deps, paymentsContract.getPayment, async ({ db, viewer, params }) => {
    const payment = await findOwnPayment(db, viewer.id, params.paymentId);
    if (!payment) throw new AppError("not_found");
    return presentPayment(payment);
  });

  mount(app, deps, tasksContract.listWaitingPayouts, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listWaitingPayouts(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentWaitingPayout);
  });

  mount(app, deps, tasksContract.markRefundPaid, async ({ db, viewer, params, body }) => {
    await markRefundPaid(db, viewer, { ...params, ...body });
    return {};
  });
}

type WebhooksDeps = HttpDeps & { payments: PaymentsPort; subjects: Subjects };

/** Acknowledges the event at once; a job processes it. */
export function webhooksRoutes(app: FastifyInstance, deps: WebhooksDeps) {
  const { receiveProviderEvent: endpoint } = paymentsContract;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      bodyLimit: endpoint.maxBytes,
      handler: async (request, reply) => {
        await admit(deps, endpoint, request);
        const event = readEvent(deps.payments, request);
        if (event) await receiveEvent(deps.db, event, { source: "webhook", subjects: deps.subjects });
        else request.log.warn("A signed event of an unknown shape was skipped");
        return reply.header("cache-control", "no-store").send({});
      },
    });
  });
}

function readEvent(payments: PaymentsPort, { body, headers, log }: FastifyRequest): ProviderEvent | null {
  const signature = headers["stripe-signature"];
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== "string") throw new ForgedEvent("Not signed");
    return payments.readEvent(body, signature);
  } catch (error) {
    if (!(error instanceof ForgedEvent)) throw error;
    log.warn({ reason: error.message }, "A webhook was refused");
    throw new AppError("malformed_request", "The signature is missing or invalid", { cause: error });
  }
}

type SavedCardsDeps = HttpDeps & { payments: PaymentsPort };

export function savedCardsRoutes(app: FastifyInstance, deps: SavedCardsDeps) {
  const { payments } = deps;

  mount(app, deps, paymentsContract.listSavedCards, async ({ db, viewer }) =>
    (await listSavedCards(db, payments, viewer)).map(presentSavedCard),
  );

  mount(app, deps, paymentsContract.startCardSetup, async ({ db, viewer }) => ({
    clientSecret: await startCardSetup(db, payments, viewer),
  }));

  mount(app, deps, paymentsContract.removeSavedCard, async ({ db, viewer, params }) => {
    await removeSavedCard(db, payments, viewer, params.cardId);
    return {};
  });
}

type PayoutsDeps = HttpDeps & { payments: PaymentsPort };

export function payoutsRoutes(app: FastifyInstance, deps: PayoutsDeps) {
  const { payments } = deps;

  mount(app, deps, payoutsContract.getPayoutAccount, async ({ db, viewer }) =>
    presentPayoutAccount(await getPayoutAccount(db, viewer)),
  );

  mount(app, deps, payoutsContract.syncPayoutAccount, async ({ db, viewer }) =>
    presentPayoutAccount(await syncPayoutAccount(db, payments, viewer)),
  );

  mount(app, deps, payoutsContract.startPayoutOnboarding, async ({ db, viewer, siteUrl }) => ({
    url: await startOnboarding(db, payments, viewer, siteUrl),
  }));

  mount(app, deps, payoutsContract.openPayoutDashboard, async ({ db, viewer, body }) => ({
    url: await openPayoutDashboard(db, payments, viewer, body.password),
  }));

  mount(app, deps, payoutsContract.replacePayoutAccount, async ({ db, viewer, body, siteUrl }) => ({
    url: await replacePayoutAccount(db, viewer, body.password, { payments, siteUrl }),
  }));
}
