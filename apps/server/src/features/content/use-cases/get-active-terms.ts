import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findActiveTerms, type Terms } from "../content.repository.ts";

export async function getActiveTerms(db: Db): Promise<Terms> {
  const terms = await findActiveTerms(db);
  if (!terms) throw new AppError("not_found", "No terms are in force");
  return terms;
}
