import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Viewer } from "../../platform/auth/viewer.ts";
import type { Db } from "../../platform/db/db.ts";
import type { TaxRateRow } from "./tax-rate-rows.ts";

export const TAX_RATE = "tax_rate";

type Verb = "created" | "changed" | "activated" | "deactivated";
type Sides = { before: TaxRateRow | null; after: TaxRateRow };

/** Writes down what of a rate is not as it was. */
export async function recordTaxRateAct(db: Db, viewer: Viewer, verb: Verb, { before, after }: Sides): Promise<void> {
  const { id, createdAt: _, ...columns } = after;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const changed = names.filter((name) => (before ? before[name] !== after[name] : after[name] !== null));
  const only = (row: TaxRateRow) => Object.fromEntries(changed.map((name) => [name, row[name]]));
  const act = { actorId: viewer.id, action: `${TAX_RATE}_${verb}`, entityType: TAX_RATE, entityId: id };
  await recordAudit(db, { ...act, details: { ...(before && { before: only(before) }), after: only(after) } });
}
