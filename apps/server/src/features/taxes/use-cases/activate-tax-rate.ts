import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { setRateActive } from "../set-rate-active.ts";
import type { TaxRateRow } from "../tax-rate-rows.ts";

/** Refused where another rate counts by now. */
export const activateTaxRate = (db: Db, viewer: Viewer, rateId: string): Promise<TaxRateRow> =>
  setRateActive(db, viewer, { rateId, isActive: true });
