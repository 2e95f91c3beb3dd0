import { isDeepStrictEqual } from "node:util";
import type { LateFeeRuleFields } from "@nexby/contract/money/late-fees";
import { centsFromDecimal } from "@nexby/domain/kernel/money";
import { eq } from "drizzle-orm";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError, fieldError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { categories } from "../../../schema/listings.ts";
import {
  findShownRule,
  insertRule,
  lockRule,
  type RuleRow,
  recordRuleChange,
  type ShownRule,
  updateRule,
} from "../late-fee-rules.queries.ts";

const notFound = () => new AppError("not_found", "Late fee rule not found");

async function getShownRule(db: Db, ruleId: string): Promise<ShownRule> {
  const rule = await findShownRule(db, ruleId);
  if (!rule) throw notFound();
  return rule;
}

export const columnsOf = ({ itemValueMin, itemValueMax, maxFeeAmount, feeAmount, ...fields }: LateFeeRuleFields) => ({
  ...fields,
  feeCents: fields.feeType === "fixed" ? centsOf(feeAmount) : null,
  feePercent: fields.feeType === "percentage" ? feeAmount : null,
  itemValueMinCents: itemValueMin === null ? null : centsOf(itemValueMin),
  itemValueMaxCents: itemValueMax === null ? null : centsOf(itemValueMax),
  maxFeeCents: maxFeeAmount === null ? null : centsOf(maxFeeAmount),
});

function centsOf(dollars: string): number {
  const read = centsFromDecimal(dollars);
  if (!read.ok) throw new RangeError(`not an amount: ${dollars}`);
  return read.value;
}

async function assertCategoryExists(db: Db, { categoryId }: LateFeeRuleFields): Promise<void> {
  if (categoryId === null) return;
  const [category] = await db.select({ id: categories.id }).from(categories).where(eq(categories.id, categoryId));
  if (!category) throw fieldError("categoryId", "This category doesn't exist anymore. Please choose another one.");
}

export async function createLateFeeRule(db: Db, viewer: Viewer, fields: LateFeeRuleFields): Promise<ShownRule> {
  return db.transaction(async (tx) => {
    await assertCategoryExists(tx, fields);
    const after = await insertRule(tx, { id: newId(), ...columnsOf(fields) });
    await recordRuleChange(tx, viewer, "created", { before: null, after });
    return getShownRule(tx, after.id);
  });
}

type RuleUpdate = { ruleId: string; fields: LateFeeRuleFields };

/** Does nothing if nothing changes. New quotes use the rule as it is now; bookings keep the terms they were made with. */
export async function updateLateFeeRule(db: Db, viewer: Viewer, { ruleId, fields }: RuleUpdate): Promise<ShownRule> {
  return db.transaction(async (tx) => {
    const before = await lockRule(tx, ruleId);
    if (!before) throw notFound();
    await assertCategoryExists(tx, fields);
    const after: RuleRow = { ...before, ...columnsOf(fields) };
    if (!isDeepStrictEqual(before, after)) {
      await updateRule(tx, after);
      await recordRuleChange(tx, viewer, "changed", { before, after });
    }
    return getShownRule(tx, ruleId);
  });
}

type StatusChange = { ruleId: string; isActive: boolean };

/** Does nothing and records nothing if the rule already has this status. Rules are never deleted. */
export async function setRuleActive(db: Db, viewer: Viewer, { ruleId, isActive }: StatusChange): Promise<ShownRule> {
  return db.transaction(async (tx) => {
    const before = await lockRule(tx, ruleId);
    if (!before) throw notFound();
    if (before.isActive !== isActive) {
      const after = { ...before, isActive };
      await updateRule(tx, after);
      await recordRuleChange(tx, viewer, isActive ? "activated" : "deactivated", { before, after });
    }
    return getShownRule(tx, ruleId);
  });
}
