import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { setRateActive } from "../set-rate-active.ts";
import type { TaxRateRow } from "../tax-rate-rows.ts";

/** It stays where it is: prices may have been made with it. */
export const deactivateTaxRate = (db: Db, viewer: Viewer, rateId: string): Promise<TaxRateRow> =>
  setRateActive(db, viewer, { rateId, isActive: false });
