import type { LateFeeRuleFields, LateFeeRulePreviewView } from "@nexby/contract/money/late-fees";
import { lateFeeAt } from "@nexby/domain/late-fees/late-fee";
import { type MatchableRule, ruleFor } from "@nexby/domain/late-fees/late-fee-rules";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { returnOfJson, returnsOfBooking } from "../bookings/public.ts";
import { columnsOf } from "./commands/change-late-fee-rule.ts";
import { ruleOf, selectRules, termsUnder } from "./late-fee-rules.queries.ts";

const MONTHS = 12;
const MAX_RENTALS = 2_000;
const MAX_EXAMPLES = 10;
/** Not stored; it only has to differ from every stored rule. */
const DRAFT_ID = "ffffffff-ffff-4fff-bfff-ffffffffffff";

/** Today's items, because only they have the categories and fees that rules look at. */
const RENTAL = {
  id: bookings.id,
  title: items.title,
  endAt: bookings.endAt,
  timezone: bookings.timezone,
  quantity: bookings.quantity,
  returnedAt: bookings.returnedAt,
  returns: returnsOfBooking,
  dailyRateCents: items.dailyRateCents,
  lateReturnFeeCents: items.lateReturnFeeCents,
  valueCents: bookings.replacementValueCents,
  categoryIds: sql<string[]>`array(select category_id from item_categories where item_id = ${items.id})`,
};

const selectReturned = (db: Db) =>
  db
    .select(RENTAL)
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .where(and(isNotNull(bookings.returnedAt), sql`${bookings.endAt} > app_now() - make_interval(months => ${MONTHS})`))
    .orderBy(desc(bookings.endAt))
    .limit(MAX_RENTALS);

type Rental = Awaited<ReturnType<typeof selectReturned>>[number];

/** What the last months' rentals would have cost under the rules as they are now, and with the draft. */
export async function previewLateFeeRule(
  db: Db,
  fields: LateFeeRuleFields,
  replacedId: string | null,
): Promise<LateFeeRulePreviewView> {
  const rules = (await selectRules(db)).map(({ rule }) => ruleOf(rule));
  const replaced = rules.find(({ id }) => id === replacedId);
  const createdAt = replaced?.createdAt ?? (await readClock(db));
  const draft = ruleOf({ ...columnsOf(fields), id: replacedId ?? DRAFT_ID, isActive: true, createdAt });
  const changed = [...rules.filter(({ id }) => id !== draft.id), draft];
  const rentals = await selectReturned(db);
  const ruled = rentals.filter((rental) => ruleFor(changed, rental)?.id === draft.id);
  const late = ruled
    .map((rental) => ({ rental, before: feeUnder(rules, rental), after: feeUnder(changed, rental) }))
    .filter(({ before, after }) => before.cappedCents > 0 || after.cappedCents > 0);
  const sumOf = (name: "before" | "after") => late.reduce((sum, fees) => sum + fees[name].cappedCents, 0);
  const examples = late
    .map(({ rental, before, after }) => ({
      bookingId: rental.id,
      title: rental.title,
      daysLate: Math.max(before.daysLate, after.daysLate),
      beforeCents: before.cappedCents,
      afterCents: after.cappedCents,
    }))
    .toSorted((one, other) => differenceOf(other) - differenceOf(one));
  return {
    months: MONTHS,
    rentalCount: rentals.length,
    ruledCount: ruled.length,
    lateCount: late.length,
    beforeCents: sumOf("before"),
    afterCents: sumOf("after"),
    examples: examples.slice(0, MAX_EXAMPLES),
  };
}

const differenceOf = ({ beforeCents, afterCents }: { beforeCents: number; afterCents: number }) =>
  Math.abs(afterCents - beforeCents);

const NO_FEE = { cappedCents: 0, daysLate: 0 };

function feeUnder(rules: readonly MatchableRule[], rental: Rental): { cappedCents: number; daysLate: number } {
  const terms = termsUnder(rules, rental);
  const returns = rental.returns.map(returnOfJson);
  return terms && rental.returnedAt ? lateFeeAt(terms, { ...rental, returns }, rental.returnedAt) : NO_FEE;
}
