import type { Viewer } from "../../platform/auth/viewer.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { makeRoomFor } from "./make-room.ts";
import { findTaxRateById, lockTaxRates, updateTaxRateRow } from "./managed-tax-rates.repository.ts";
import { recordTaxRateAct } from "./record-tax-rate-act.ts";
import type { TaxRateRow } from "./tax-rate-rows.ts";

type Wish = { rateId: string; isActive: boolean };

/** A rate that is as it should be stays so, without an act. */
export async function setRateActive(db: Db, viewer: Viewer, { rateId, isActive }: Wish): Promise<TaxRateRow> {
  return db.transaction(async (tx) => {
    await lockTaxRates(tx);
    const before = await findTaxRateById(tx, rateId);
    if (!before) throw new AppError("not_found", "Tax rate not found");
    if (before.isActive === isActive) return before;
    const after = { ...before, isActive };
    if (isActive) await makeRoomFor(tx, viewer, { rate: after, endsFormer: false });
    await updateTaxRateRow(tx, after);
    await recordTaxRateAct(tx, viewer, isActive ? "activated" : "deactivated", { before, after });
    return after;
  });
}
