import * as contract from "@nexby/contract/fraud";
import type { FastifyInstance } from "fastify";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentAnalysis } from "./fraud.presenter.ts";
import { decideAboutRequest } from "./use-cases/decide-about-request.ts";
import { listAnalyses } from "./use-cases/list-analyses.ts";

export function fraudRoutes(app: FastifyInstance, deps: HttpDeps & { payments: PaymentsPort }) {
  mount(app, deps, contract.listFraudAnalyses, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listAnalyses(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map((row) => presentAnalysis(row, viewer.id));
  });

  mount(app, deps, contract.decideFraudAnalysis, async ({ db, viewer, params, body }) =>
    presentAnalysis(await decideAboutRequest(db, deps.payments, viewer, { ...params, ...body }), viewer.id),
  );
}
