import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { listActs } from "../../audit/public.ts";
import { findTaxRateById } from "../managed-tax-rates.repository.ts";
import { TAX_RATE } from "../record-tax-rate-act.ts";

type Query = { limit: number; cursor?: string | undefined };

export async function listTaxRateHistory(db: Db, rateId: string, query: Query) {
  if (!(await findTaxRateById(db, rateId))) throw new AppError("not_found", "Tax rate not found");
  return listActs(db, { entityType: TAX_RATE, entityId: rateId }, query);
}
