import * as contract from "@nexby/contract/payments";
import type { FastifyInstance } from "fastify";
import type { CardEntry } from "../../adapters/payments/payments.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentPayment } from "./payments.presenter.ts";
import { findOwnPayment } from "./use-cases/find-own-payment.ts";
import { listOwnPayments } from "./use-cases/list-own-payments.ts";

type Deps = HttpDeps & { cardEntry: CardEntry };

export function paymentsRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.getPaymentsConfig, async () => deps.cardEntry);

  mount(app, deps, contract.listPayments, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listOwnPayments(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentPayment);
  });

  mount(app, deps, contract.getPayment, async ({ db, viewer, params }) => {
    const payment = await findOwnPayment(db, viewer.id, params.paymentId);
    if (!payment) throw new AppError("not_found");
    return presentPayment(payment);
  });
}
