import { addDays } from "@nexby/domain/kernel/calendar";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { hasCommonDay, isSameRule } from "@nexby/domain/tax/tax-rate";
import type { Viewer } from "../../platform/auth/viewer.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { updateTaxRateRow } from "./managed-tax-rates.repository.ts";
import { recordTaxRateAct } from "./record-tax-rate-act.ts";
import { rateOfRow, type TaxRateColumns, type TaxRateRow } from "./tax-rate-rows.ts";
import { selectActiveRates } from "./tax-rates.repository.ts";

/**
 * Of two rates of one place and kind only one can count on a day. A rate that began earlier may be ended on the day
 * before; anything else is refused, for it would leave days without a rate, or with one nobody meant.
 */
export async function makeRoomFor(
  db: Db,
  viewer: Viewer,
  { rate, endsFormer }: { rate: TaxRateColumns; endsFormer: boolean },
): Promise<void> {
  const wanted = rateOfRow(rate);
  const others = (await selectActiveRates(db, rate.state)).filter((other) => {
    const known = rateOfRow(other);
    return other.id !== rate.id && isSameRule(known, wanted) && hasCommonDay(known, wanted);
  });
  const [former] = others;
  if (!former) return;
  const canEnd = others.length === 1 && former.effectiveDate < rate.effectiveDate && endsBefore(former, rate);
  if (!canEnd || !endsFormer) throw overlap(former, canEnd);
  const after = { ...former, expirationDate: addDays(wanted.effectiveDate, -1) };
  await updateTaxRateRow(db, after);
  await recordTaxRateAct(db, viewer, "changed", { before: former, after });
}

/** Otherwise the days after the new one would be without a rate. */
const endsBefore = (former: TaxRateRow, rate: TaxRateColumns) =>
  rate.expirationDate === null || (former.expirationDate !== null && former.expirationDate <= rate.expirationDate);

function overlap(other: TaxRateRow, canEnd: boolean): AppError {
  const end = other.expirationDate === null ? "without an end" : `to ${dayWords(other.expirationDate)}`;
  const fact = `${Number(other.taxRate)}% for ${placeWords(other)} counts from ${dayWords(other.effectiveDate)} ${end}`;
  const advice = canEnd ? "Let it end on the day before, or choose other days" : "End it first, or choose other days";
  return new AppError("tax_rate_overlaps", `${fact}. ${advice}`);
}

function placeWords({ state, county, city, zipCode }: TaxRateRow): string {
  const name = US_STATES[state as keyof typeof US_STATES] ?? state;
  return [zipCode && `ZIP ${zipCode}`, city, county && `${county} County`, name].filter(Boolean).join(", ");
}

const dayWords = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
