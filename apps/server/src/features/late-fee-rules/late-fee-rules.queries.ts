import { cents } from "@nexby/domain/kernel/money";
import { firstDayFee, type LateFeeTerms, lateFeeCap, lateFeeTerms } from "@nexby/domain/late-fees/late-fee";
import { compareRules, type MatchableRule, type RuledItem, ruleFor } from "@nexby/domain/late-fees/late-fee-rules";
import { eq, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { lateFeeRules } from "../../schema/late-fees.ts";
import { categories } from "../../schema/listings.ts";

export type RuleRow = typeof lateFeeRules.$inferSelect;

/** A rule as JSON in another query. */
export type RuleJson = Omit<RuleRow, "createdAt" | "name"> & { createdAt: string };

/** For use in another query. There are few rules, so the choice is made in memory. */
export const activeLateFeeRules = (): SQL<RuleJson[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'categoryId', category_id,
    'itemValueMinCents', item_value_min_cents, 'itemValueMaxCents', item_value_max_cents,
    'gracePeriodHours', grace_period_hours, 'feeType', fee_type, 'feeCents', fee_cents,
    'feePercent', fee_percent::text, 'maxFeeCents', max_fee_cents,
    'dailyEscalationRate', daily_escalation_rate::text, 'escalationCapDays', escalation_cap_days,
    'priority', priority, 'isActive', is_active, 'createdAt', created_at)), '[]')
  from late_fee_rules where is_active)`;

type RuleColumns = Omit<RuleRow, "createdAt" | "name"> & { createdAt: string | Date };

export function ruleOf({ feeType, feeCents, feePercent, maxFeeCents, createdAt, ...row }: RuleColumns): MatchableRule {
  const rule = {
    ...row,
    maxFeeCents: maxFeeCents === null ? null : cents(maxFeeCents),
    createdAt: new Date(createdAt),
  };
  return feeType === "fixed"
    ? { ...rule, feeType, feeCents: cents(feeCents ?? 0) }
    : { ...rule, feeType, feePercent: feePercent ?? "0" };
}

export type LateItemRow = RuledItem & {
  dailyRateCents: number;
  lateReturnFeeCents: number;
};

/** The terms of a late return for an item. Null when no rule applies or the fee would be zero. */
export function agreedLateFee(rules: readonly RuleColumns[], item: LateItemRow): LateFeeTerms | null {
  return termsUnder(rules.map(ruleOf), item);
}

/** The same with rules that are read already. */
export function termsUnder(rules: readonly MatchableRule[], item: LateItemRow): LateFeeTerms | null {
  const rule = ruleFor(rules, item);
  if (rule === null) return null;
  const terms = lateFeeTerms(
    rule,
    {
      dailyRateCents: cents(item.dailyRateCents),
      lateReturnFeeCents: cents(item.lateReturnFeeCents),
      replacementValueCents: item.valueCents === null ? null : cents(item.valueCents),
    },
    rule.id,
  );
  const isFree = firstDayFee(terms) === 0 || lateFeeCap(terms, 1) === 0;
  return isFree ? null : terms;
}

export const selectRules = (db: Db) =>
  db
    .select({ rule: lateFeeRules, category: { id: categories.id, name: categories.name } })
    .from(lateFeeRules)
    .leftJoin(categories, eq(categories.id, lateFeeRules.categoryId));

export type ShownRule = Awaited<ReturnType<typeof selectRules>>[number];

/** In the order in which they are considered; inactive ones last. */
export async function listRules(db: Db): Promise<ShownRule[]> {
  const rows = await selectRules(db);
  return rows.toSorted(
    ({ rule: one }, { rule: other }) =>
      Number(other.isActive) - Number(one.isActive) || compareRules(ruleOf(one), ruleOf(other)),
  );
}

export async function findShownRule(db: Db, id: string): Promise<ShownRule | null> {
  return (await selectRules(db)).find(({ rule }) => rule.id === id) ?? null;
}

export async function lockRule(db: Db, id: string): Promise<RuleRow | null> {
  const [row] = await db.select().from(lateFeeRules).where(eq(lateFeeRules.id, id)).for("no key update");
  return row ?? null;
}

export async function insertRule(db: Db, rule: typeof lateFeeRules.$inferInsert): Promise<RuleRow> {
  const [row] = await db.insert(lateFeeRules).values(rule).returning();
  if (!row) throw new Error("a late fee rule was not stored");
  return row;
}

export async function updateRule(db: Db, { id, ...columns }: RuleRow): Promise<void> {
  await db.update(lateFeeRules).set(columns).where(eq(lateFeeRules.id, id));
}

const RULE = "late_fee_rule";

type RuleChange = { before: RuleRow | null; after: RuleRow };

/** Records only the fields that changed. */
export async function recordRuleChange(
  db: Db,
  viewer: Viewer,
  verb: "created" | "changed" | "activated" | "deactivated",
  { before, after }: RuleChange,
): Promise<void> {
  const { id, createdAt: _, ...columns } = after;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const changed = names.filter((name) => (before ? before[name] !== after[name] : after[name] !== null));
  const only = (row: RuleRow) => Object.fromEntries(changed.map((name) => [name, row[name]]));
  const entry = { actorId: viewer.id, action: `${RULE}_${verb}`, entityType: RULE, entityId: id };
  await recordAudit(db, { ...entry, details: { ...(before && { before: only(before) }), after: only(after) } });
}
