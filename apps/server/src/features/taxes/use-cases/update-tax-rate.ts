import type { updateTaxRate as contract } from "@nexby/contract/taxes";
import type { z } from "zod";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { makeRoomFor } from "../make-room.ts";
import { findTaxRateById, lockTaxRates, updateTaxRateRow } from "../managed-tax-rates.repository.ts";
import { recordTaxRateAct } from "../record-tax-rate-act.ts";
import type { TaxRateRow } from "../tax-rate-rows.ts";

type Change = z.output<typeof contract.body>;

/** Changes what is given. Quotes follow at once; a price that was agreed on has its rate with it. */
export async function updateTaxRate(
  db: Db,
  viewer: Viewer,
  { rateId, endsFormer = false, ...change }: Change & { rateId: string },
): Promise<TaxRateRow> {
  return db.transaction(async (tx) => {
    await lockTaxRates(tx);
    const before = await findTaxRateById(tx, rateId);
    if (!before) throw new AppError("not_found", "Tax rate not found");
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const after: TaxRateRow = { ...before, ...Object.fromEntries(given) };
    assertEndsAfterStart(after);
    if (given.every(([name, value]) => before[name as keyof TaxRateRow] === value)) return before;
    if (after.isActive) await makeRoomFor(tx, viewer, { rate: after, endsFormer });
    await updateTaxRateRow(tx, after);
    await recordTaxRateAct(tx, viewer, "changed", { before, after });
    return after;
  });
}

function assertEndsAfterStart({ effectiveDate, expirationDate }: TaxRateRow): void {
  if (expirationDate === null || expirationDate >= effectiveDate) return;
  const message = "The last day must not be before the first";
  throw new AppError("validation_failed", message, { details: [{ field: "expirationDate", message }] });
}
