import type { updateTaxRate as contract, taxRateFields } from "@nexby/contract/money/taxes";
import { addDays } from "@nexby/domain/kernel/calendar";
import { US_STATES } from "@nexby/domain/kernel/us-states";
import { hasCommonDay, isSameRule } from "@nexby/domain/tax/tax-rate";
import type { z } from "zod";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import {
  findTaxRateById,
  insertTaxRate,
  lockTaxRates,
  rateOfRow,
  recordTaxRateChange,
  selectActiveRates,
  type TaxRateColumns,
  type TaxRateRow,
  updateTaxRateRow,
} from "../tax-rates.queries.ts";

/**
 * Only one rate of a place and type can apply on a date. An earlier rate may be ended on the day before the new one;
 * any other overlap is rejected, because it would leave days without a rate or with an unintended one.
 */
async function closeOverlappingRates(
  db: Db,
  viewer: Viewer,
  { rate, endsFormer }: { rate: TaxRateColumns; endsFormer: boolean },
): Promise<void> {
  const newRate = rateOfRow(rate);
  const others = (await selectActiveRates(db, rate.state)).filter((other) => {
    const known = rateOfRow(other);
    return other.id !== rate.id && isSameRule(known, newRate) && hasCommonDay(known, newRate);
  });
  const [previous] = others;
  if (!previous) return;
  const canEnd = others.length === 1 && previous.effectiveDate < rate.effectiveDate && endsBefore(previous, rate);
  if (!canEnd || !endsFormer) throw overlap(previous, canEnd);
  const after = { ...previous, expirationDate: addDays(newRate.effectiveDate, -1) };
  await updateTaxRateRow(db, after);
  await recordTaxRateChange(db, viewer, "changed", { before: previous, after });
}

/** Otherwise the days after the new rate would have no rate. */
const endsBefore = (previous: TaxRateRow, rate: TaxRateColumns) =>
  rate.expirationDate === null || (previous.expirationDate !== null && previous.expirationDate <= rate.expirationDate);

function overlap(other: TaxRateRow, canEnd: boolean): AppError {
  const end = other.expirationDate === null ? "with no end date" : `through ${dayText(other.expirationDate)}`;
  const fact = `${Number(other.taxRate)}% for ${placeText(other)} applies from ${dayText(other.effectiveDate)} ${end}`;
  const advice = canEnd ? "End it the day before, or choose other dates" : "End it first, or choose other dates";
  return new AppError("tax_rate_overlaps", `${fact}. ${advice}.`);
}

function placeText({ state, county, city, zipCode }: TaxRateRow): string {
  const name = US_STATES[state as keyof typeof US_STATES] ?? state;
  return [zipCode && `ZIP ${zipCode}`, city, county && `${county} County`, name].filter(Boolean).join(", ");
}

const dayText = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });

type StatusChange = { rateId: string; isActive: boolean };

/** Does nothing and records nothing if the rate already has this status. */
async function setRateActive(db: Db, viewer: Viewer, { rateId, isActive }: StatusChange): Promise<TaxRateRow> {
  return db.transaction(async (tx) => {
    await lockTaxRates(tx);
    const before = await findTaxRateById(tx, rateId);
    if (!before) throw new AppError("not_found", "Tax rate not found");
    if (before.isActive === isActive) return before;
    const after = { ...before, isActive };
    if (isActive) await closeOverlappingRates(tx, viewer, { rate: after, endsFormer: false });
    await updateTaxRateRow(tx, after);
    await recordTaxRateChange(tx, viewer, isActive ? "activated" : "deactivated", { before, after });
    return after;
  });
}

export async function createTaxRate(
  db: Db,
  viewer: Viewer,
  { endsFormer, ...fields }: z.output<typeof taxRateFields>,
): Promise<TaxRateRow> {
  return db.transaction(async (tx) => {
    await lockTaxRates(tx);
    const rate = { ...fields, id: newId(), isActive: true };
    await closeOverlappingRates(tx, viewer, { rate, endsFormer });
    const after = await insertTaxRate(tx, rate);
    await recordTaxRateChange(tx, viewer, "created", { before: null, after });
    return after;
  });
}

type Change = z.output<typeof contract.body>;

/** Changes only the given fields. New quotes use the change immediately; agreed prices keep their rate. */
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
    if (after.isActive) await closeOverlappingRates(tx, viewer, { rate: after, endsFormer });
    await updateTaxRateRow(tx, after);
    await recordTaxRateChange(tx, viewer, "changed", { before, after });
    return after;
  });
}

function assertEndsAfterStart({ effectiveDate, expirationDate }: TaxRateRow): void {
  if (expirationDate === null || expirationDate >= effectiveDate) return;
  throw fieldError("expirationDate", "The last day can't be before the first");
}

/** Fails if another rate now covers the same days. */
export const activateTaxRate = (db: Db, viewer: Viewer, rateId: string): Promise<TaxRateRow> =>
  setRateActive(db, viewer, { rateId, isActive: true });

/** Rates are never deleted, because existing prices may refer to them. */
export const deactivateTaxRate = (db: Db, viewer: Viewer, rateId: string): Promise<TaxRateRow> =>
  setRateActive(db, viewer, { rateId, isActive: false });
