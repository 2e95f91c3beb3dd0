import * as contract from "@nexby/contract/admin/fraud";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentAnalysis } from "./fraud.presenter.ts";
import { type DecideOnBooking, decideFraudReview, listFraudAnalyses } from "./fraud-review.ts";

export function fraudRoutes(app: FastifyInstance, deps: HttpDeps & { decideOnBooking: DecideOnBooking }) {
  mount(app, deps, contract.listFraudAnalyses, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listFraudAnalyses(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map((row) => presentAnalysis(row, viewer.id));
  });

  mount(app, deps, contract.decideFraudReview, async ({ db, viewer, params, body }) =>
    presentAnalysis(await decideFraudReview(db, deps.decideOnBooking, viewer, { ...params, ...body }), viewer.id),
  );
}
