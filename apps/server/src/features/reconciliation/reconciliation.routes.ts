import { type DiscrepancyView, listDiscrepancies as endpoint } from "@nexby/contract/money/ledger";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { listDiscrepancies, type SavedDiscrepancy } from "./discrepancies.queries.ts";

export function reconciliationRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, endpoint, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listDiscrepancies(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentDiscrepancy);
  });
}

const presentDiscrepancy = (difference: SavedDiscrepancy): DiscrepancyView => ({
  id: difference.id,
  kind: difference.kind,
  subject: difference.subject,
  providerCents: difference.providerCents,
  ledgerCents: difference.ledgerCents,
  note: difference.note,
  firstSeenAt: difference.createdAt.toISOString(),
  lastSeenAt: difference.lastSeenAt.toISOString(),
  resolvedAt: difference.resolvedAt?.toISOString() ?? null,
});
