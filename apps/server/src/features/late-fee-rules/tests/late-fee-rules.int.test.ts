import { startCheckout } from "@nexby/contract/bookings/checkout";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import type { ResponseOf } from "@nexby/contract/endpoint";
import * as contract from "@nexby/contract/money/late-fees";
import { CHARGE_CONSENT } from "@nexby/domain/payments/later-charges";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { lateFeeRules } from "../../../schema/late-fees.ts";
import { itemCategories } from "../../../schema/listings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { atOneMoment } from "../../../testing/test-database.ts";

const bookings = useBookings();
const { here, item, origin, database } = bookings;

const RULE = { name: "Everything", feeType: "fixed", feeAmount: "20.00" };

let headers: Record<string, string> = {};
beforeEach(async () => {
  const id = await createUser(database().db, { isAdmin: true, isApproved: true });
  headers = asViewer({ id, isAdmin: true, isApproved: true });
  await database().db.execute(sql`delete from late_fee_rules where id <> (select id from late_fee_rules
    where name = 'Every item' limit 1)`);
});

const create = async (rule: object) => (await call(origin(), contract.createLateFeeRule, { headers, body: rule })).body;
const list = async () => (await call(origin(), contract.listLateFeeRules, { headers })).body;

async function quoted(itemId: string) {
  const { startDate, endDate } = await bookings.request(itemId);
  const { body } = await call(origin(), quoteItem, { params: { itemId }, body: { startDate, endDate } });
  return body.price?.lateFee;
}

describe("[ADMIN-01] [LATE-01] late fee rules", () => {
  test("late fee rules begin with one for every item: a day's rental per day late, two hours free, no increase", async () => {
    expect(await list()).toMatchObject([
      {
        name: "Every item",
        category: null,
        feeType: "percentage",
        feeAmount: "100.00",
        gracePeriodHours: 2,
        dailyEscalationRate: "0.00",
        escalationCapDays: 7,
        maxFeeAmount: null,
        isActive: true,
      },
    ]);
  });

  test("late fee rules are created, changed, deactivated and activated by admins, and new quotes follow them", async () => {
    const itemId = await item({ replacementValueCents: 60_000 });
    expect(await quoted(itemId)).toMatchObject({ baseCents: 2_500, basePercent: "100.00", gracePeriodHours: 2 });
    const created = await create({ ...RULE, itemValueMin: "500", maxFeeAmount: "100", priority: 3 });
    expect(created).toMatchObject({ feeAmount: "20.00", itemValueMin: "500.00", itemValueMax: null, priority: 3 });
    expect(await quoted(itemId)).toMatchObject({ ruleId: created.id, baseCents: 2_000, maxFeeCents: 10_000 });
    expect(await quoted(await item({ replacementValueCents: 40_000 }))).toMatchObject({ baseCents: 2_500 });

    const params = { ruleId: created.id };
    const increase = { dailyEscalationRate: "12.50", escalationCapDays: 4 };
    const body = { ...RULE, name: "Half", feeType: "percentage", feeAmount: 50, gracePeriodHours: 6, ...increase };
    const { body: changed } = await call(origin(), contract.updateLateFeeRule, { headers, params, body });
    expect(changed).toMatchObject({
      id: created.id,
      name: "Half",
      feeAmount: "50.00",
      itemValueMin: null,
      priority: 0,
      ...increase,
    });
    const changedTerms = { basePercent: "50.00", gracePeriodHours: 6, maxFeeCents: null, ...increase };
    expect(await quoted(itemId)).toMatchObject(changedTerms);

    await call(origin(), contract.deactivateLateFeeRule, { headers, params });
    expect(await quoted(itemId)).toMatchObject({ basePercent: "100.00" });
    await call(origin(), contract.activateLateFeeRule, { headers, params });
    expect(await quoted(itemId)).toMatchObject({ basePercent: "50.00" });
    const { rows: audited } = await database().db.execute(
      sql`select action, details from audit_log where entity_id = ${created.id} order by created_at, id`,
    );
    expect(audited).toMatchObject([
      { action: "late_fee_rule_created", details: { after: { feeCents: 2_000 } } },
      {
        action: "late_fee_rule_changed",
        details: { before: { name: "Everything", feeCents: 2_000 }, after: { name: "Half", feeCents: null } },
      },
      { action: "late_fee_rule_deactivated" },
      { action: "late_fee_rule_activated" },
    ]);
  });

  test("late fee rules apply to their category, and the owner's own fee sets the base", async () => {
    const itemId = await item();
    const { rows } = await database().db.execute<{ id: string }>(
      sql`select id from categories order by position limit 1`,
    );
    const categoryId = rows[0]?.id ?? "";
    const rule = await create({ ...RULE, categoryId, dailyEscalationRate: "25" });
    expect(rule.category?.id).toBe(categoryId);
    expect(
      (await list()).map(({ name }) => name),
      "the more specific rule is considered first",
    ).toEqual(["Everything", "Every item"]);
    expect(await quoted(itemId)).toMatchObject({ dailyEscalationRate: "0.00" });
    await database().db.insert(itemCategories).values({ itemId, categoryId, position: 3 }).onConflictDoNothing();
    expect(await quoted(itemId)).toMatchObject({ ruleId: rule.id, baseCents: 2_000, dailyEscalationRate: "25.00" });
    await database().db.execute(sql`update items set late_return_fee_cents = 700 where id = ${itemId}`);
    expect(await quoted(itemId)).toMatchObject({ baseCents: 700, basePercent: "100", dailyEscalationRate: "25.00" });
  });

  test.each([
    [{ ...RULE, name: " " }, "name", "Please name the rule"],
    [{ ...RULE, feeAmount: "-1" }, "feeAmount", "Fee must be an amount such as 25.00"],
    [
      { ...RULE, feeType: "percentage", feeAmount: "1001" },
      "feeAmount",
      "Fee must be a percentage from 0 to 1,000, with at most 2 decimals",
    ],
    [
      { ...RULE, itemValueMin: "100", itemValueMax: "100" },
      "itemValueMax",
      "The largest value must be more than the smallest",
    ],
    [{ ...RULE, gracePeriodHours: 73 }, "gracePeriodHours", "Grace period must be a whole number from 0 to 72"],
    [{ ...RULE, categoryId: newId() }, "categoryId", "This category doesn't exist anymore. Please choose another one."],
  ])("late fee rules reject %o", async (body, field, message) => {
    const refused = await callExpectingError(origin(), contract.createLateFeeRule, { headers, body });
    expect(refused).toMatchObject({ status: 400, error: { details: [{ field, message }] } });
  });

  test("late fee rules are previewed on past rentals without changing anything", async () => {
    const { db } = database();
    const ownerId = here().owner.id;
    const itemId = await item({ title: "Preview kayak", dailyRateCents: 3_000 });
    const endAt = new Date(Date.now() - 30 * 86_400_000);
    const startAt = new Date(endAt.getTime() - 86_400_000);
    const returned = (hours: number) => ({ returnedAt: new Date(endAt.getTime() + hours * 3_600_000) });
    const rental = { itemId, ownerId, startAt, endAt };
    await createBooking(db, { ...rental, ...returned(-2) });
    const late = await createBooking(db, { ...rental, ...returned(30) });
    const before = await list();
    const draft = { ...RULE, feeAmount: "10", priority: 9 };
    const { body } = await call(origin(), contract.previewLateFeeRule, { headers, body: { rule: draft } });
    const quantity = late.quantity;
    expect(body).toMatchObject({ months: 12, rentalCount: 2, ruledCount: 2, lateCount: 1 });
    expect([body.beforeCents, body.afterCents]).toEqual([6_000 * quantity, 2_000 * quantity]);
    // Two days late, for every unit of the booking.
    expect(body.examples).toEqual([
      {
        bookingId: late.id,
        title: "Preview kayak",
        daysLate: 2,
        beforeCents: 6_000 * late.quantity,
        afterCents: 2_000 * late.quantity,
      },
    ]);
    expect(await list()).toEqual(before);

    // A changed rule is compared with itself; the largest difference comes first, and rentals that are older or not back yet
    // don't count.
    const rule = await create(draft);
    const later = { startAt: new Date(endAt.getTime() - 3 * 86_400_000), ...returned(54) };
    const latest = await createBooking(db, { ...rental, ...later });
    const old = new Date(Date.now() - 400 * 86_400_000);
    await createBooking(db, { ...rental, startAt: new Date(old.getTime() - 86_400_000), endAt: old, ...returned(0) });
    await createBooking(db, { ...rental, status: "in_possession", rentalStatus: "active" });
    const changing = { rule: { ...draft, feeAmount: "50" }, replacedId: rule.id };
    const { body: changed } = await call(origin(), contract.previewLateFeeRule, { headers, body: changing });
    expect(changed).toMatchObject({ rentalCount: 3, ruledCount: 3, lateCount: 2 });
    expect(
      changed.examples.map(({ bookingId, daysLate, beforeCents, afterCents }) => [
        ...[bookingId, daysLate, beforeCents / quantity, afterCents / quantity],
      ]),
    ).toEqual([
      [latest.id, 3, 3_000, 15_000],
      [late.id, 2, 2_000, 10_000],
    ]);
  });

  test("late fee rules are shown, stored and audited with every field", async () => {
    const fields = {
      ...{ name: "Boats", feeType: "percentage", feeAmount: "12.50", gracePeriodHours: 3, maxFeeAmount: "90.00" },
      ...{ itemValueMin: "100.00", itemValueMax: "200.00", dailyEscalationRate: "5.00", escalationCapDays: 4 },
      priority: 8,
    };
    const rule = await create(fields);
    const shown = { ...fields, id: rule.id, category: null, isActive: true, createdAt: rule.createdAt };
    expect(rule).toEqual(shown);
    expect(await list()).toContainEqual(shown);
    const { body: off } = await call(origin(), contract.deactivateLateFeeRule, {
      headers,
      params: { ruleId: rule.id },
    });
    expect(off).toEqual({ ...shown, isActive: false });
    expect((await list()).at(-1)).toEqual(off);
    const { rows } = await database().db.execute(
      sql`select action, entity_type, details from audit_log where entity_id = ${rule.id} order by created_at, id`,
    );
    expect(rows).toEqual([
      {
        action: "late_fee_rule_created",
        entity_type: "late_fee_rule",
        details: {
          after: {
            ...{ name: "Boats", feeType: "percentage", feePercent: "12.50", gracePeriodHours: 3, maxFeeCents: 9_000 },
            ...{ itemValueMinCents: 10_000, itemValueMaxCents: 20_000, priority: 8, isActive: true },
            ...{ dailyEscalationRate: "5.00", escalationCapDays: 4 },
          },
        },
      },
      {
        action: "late_fee_rule_deactivated",
        entity_type: "late_fee_rule",
        details: { before: { isActive: true }, after: { isActive: false } },
      },
    ]);
    const missing = { headers, params: { ruleId: newId() } };
    for (const endpoint of [contract.deactivateLateFeeRule, contract.activateLateFeeRule]) {
      expect(await callExpectingError(origin(), endpoint, missing)).toMatchObject({ status: 404 });
    }
    const unknown = { ...missing, body: RULE };
    expect(await callExpectingError(origin(), contract.updateLateFeeRule, unknown)).toMatchObject({ status: 404 });
  });

  test("late fee rules keep both of two changes made at once", async () => {
    const { id: ruleId } = await create(RULE);
    const input = { headers, params: { ruleId } };
    const changes = [
      () => call(origin(), contract.updateLateFeeRule, { ...input, body: { ...RULE, name: "Renamed" } }),
      () => call(origin(), contract.deactivateLateFeeRule, input),
    ];
    const lock = sql`select 1 from late_fee_rules where id = ${ruleId} for update`;
    await atOneMoment<unknown>(database().db, lock, changes);
    expect(await list()).toContainEqual(expect.objectContaining({ id: ruleId, name: "Renamed", isActive: false }));
  });
});

describe("[LATE-01] the terms of a late return", () => {
  const stored = async (bookingId: string) => {
    const { rows } = await database().db.execute<ResponseOf<typeof quoteItem> & { late_fee: object }>(sql`
      select price_breakdown->'lateFee' as late_fee, charge_consent_at is not null as is_agreed, charge_consent_version,
        charge_consent_card_id from bookings where id = ${bookingId}`);
    return rows[0];
  };

  test("the terms of a late return are frozen at checkout, with the renter's consent and card", async () => {
    const itemId = await item();
    const { id } = await bookings.requested(itemId);
    await create({ ...RULE, priority: 9 });
    expect(await stored(id)).toMatchObject({
      late_fee: { baseCents: 2_500, basePercent: "100.00" },
      is_agreed: true,
      charge_consent_version: CHARGE_CONSENT.version,
      charge_consent_card_id: expect.stringMatching(/^pm_/),
    });
  });

  test("the terms of a late return must be the ones the renter was shown", async () => {
    const itemId = await item();
    const lateFee = await quoted(itemId);
    const body = await bookings.request(itemId, { lateFee: lateFee ?? null });
    await create({ ...RULE, priority: 9 });
    const stale = { headers: here().renter.headers, body };
    expect(await callExpectingError(origin(), startCheckout, stale)).toMatchObject({
      status: 409,
      error: { code: "price_changed", message: "The late fee has changed. Please review the new one." },
    });
    await database().db.delete(lateFeeRules).where(sql`priority = 9`);
    expect(await bookings.reserve(body)).toMatchObject({ isToBePaid: true });
    const oldConsent = { ...stale, body: { ...body, attemptId: newId(), chargeConsentVersion: 99 } };
    expect(await callExpectingError(origin(), startCheckout, oldConsent)).toMatchObject({
      error: { code: "terms_changed" },
    });
  });
});
