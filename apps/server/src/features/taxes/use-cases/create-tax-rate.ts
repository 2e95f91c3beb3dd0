import type { taxRateFields } from "@nexby/contract/taxes";
import type { z } from "zod";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { makeRoomFor } from "../make-room.ts";
import { insertTaxRate, lockTaxRates } from "../managed-tax-rates.repository.ts";
import { recordTaxRateAct } from "../record-tax-rate-act.ts";
import type { TaxRateRow } from "../tax-rate-rows.ts";

export async function createTaxRate(
  db: Db,
  viewer: Viewer,
  { endsFormer, ...fields }: z.output<typeof taxRateFields>,
): Promise<TaxRateRow> {
  return db.transaction(async (tx) => {
    await lockTaxRates(tx);
    const rate = { ...fields, id: newId(), isActive: true };
    await makeRoomFor(tx, viewer, { rate, endsFormer });
    const after = await insertTaxRate(tx, rate);
    await recordTaxRateAct(tx, viewer, "created", { before: null, after });
    return after;
  });
}
