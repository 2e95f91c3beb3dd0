import {
  approveBooking,
  cancelBooking,
  confirmReturn,
  contestNoShow,
  giveUpDeposit,
  markReturned,
  reportNoShow,
  retryDeposit,
} from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { noteWorkers } from "../../../../platform/outages.ts";
import { tasksOf } from "../../../../testing/admin-tasks.ts";
import { callExpectingError } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { useDamageClaims } from "../damage/damage-claims.fixture.ts";

const claims = useDamageClaims();
const { here, as, origin, database, reach, passHours, settle, run, payments } = claims;
const { admin, scheduled, inPossession, loseCard, pass, column, holdsAtProvider, notificationsOf } = claims;

/** No job runs for so long. People can use the site as always. */
async function outage(hours: number, meanwhile: () => Promise<unknown> = async () => undefined) {
  const { db } = database();
  await db.execute(sql`delete from worker_beats`);
  await noteWorkers(db);
  await meanwhile();
  await here().money.passMinutes(hours * 60);
  await payments().control("pump");
  await noteWorkers(db);
  await db.execute(sql`delete from worker_beats`);
  await run();
}

const deposits = async (id: string) => (await settle(id)).payments.filter(({ kind }) => kind === "deposit");
const hoursFromNow = async (instant: string | null | undefined) =>
  (Date.parse(instant ?? "") - (await readClock(database().db)).getTime()) / HOUR;

async function holdEndsAt(id: string): Promise<string> {
  const { rows } = await database().db.execute<{ until: Date }>(sql`
    select max(auth_expires_at) as until from payments where booking_id = ${id} and kind = 'deposit'`);
  return new Date(rows[0]?.until ?? 0).toISOString();
}

const casesFor = async ({ headers }: Pick<Member, "headers">, id: string) =>
  (await tasksOf(origin(), "lapsed_deposit", headers)).filter(({ subject }) => subject.bookingId === id);

describe("after an outage", () => {
  test("[EXCH-01] a reported no-show can be contested as long as without it", async () => {
    const { owner, renter } = here();
    const [contested, silent] = [await scheduled({}, { inDays: 1 }), await scheduled({}, { inDays: 1 })];
    await reach(contested.startAt, 1.5);
    for (const { id } of [contested, silent]) await as(owner, reportNoShow, id, {});
    await passHours(1);
    await outage(36);
    const waiting = await settle(silent.id);
    expect(waiting).toMatchObject({ status: "scheduled", nextStep: { code: "answer_no_show", by: "renter" } });
    expect(await hoursFromNow(waiting.noShow?.contestUntil)).toBeCloseTo(11, 0);
    expect(waiting.nextStep?.until).toBe(waiting.noShow?.contestUntil);
    await as(renter, contestNoShow, contested.id, { reason: "I was there" });
    await passHours(10.8);
    expect(await settle(silent.id)).toMatchObject({ status: "scheduled" });
    await passHours(0.3);
    expect(await settle(silent.id)).toMatchObject({ status: "canceled", cancellation: { absent: "renter" } });
    expect(await settle(contested.id)).toMatchObject({ status: "scheduled" });
  });

  test("[PAY-03] a deposit that could not be placed in time is placed during the rental", async () => {
    const { id, startAt } = await scheduled({ depositAmountCents: 6_000 }, { inDays: 2, days: 4 });
    await reach(startAt, -25);
    await outage(36);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await holdsAtProvider(id)).toBe(1);
  });

  test("[PAY-03] a declined deposit gets its attempts as far apart and its renter as much time as without it", async () => {
    const { renter } = here();
    const { id, startAt, totalCents } = await scheduled({ depositAmountCents: 6_000 }, { inDays: 2, days: 4 });
    await loseCard(id);
    await reach(startAt, -25);
    await outage(36);
    const tries = () => column("deposit_tries", id);
    expect(await tries()).toBe(1);
    const reminded = await settle(id);
    expect(reminded).toMatchObject({ status: "scheduled", nextStep: { code: "secure_deposit" } });
    expect(await hoursFromNow(reminded.nextStep?.until)).toBeCloseTo(26, 0);
    await passHours(5.8);
    expect(await tries()).toBe(1);
    await passHours(0.3);
    expect(await tries()).toBe(2);
    await passHours(6);
    expect(await tries()).toBe(3);
    await passHours(13.5);
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
    expect(await notificationsOf(renter, id)).toContain("deposit_reminder");
    await passHours(0.5);
    const canceled = await settle(id);
    expect(canceled).toMatchObject({ status: "canceled", cancellation: { reason: "deposit_failed" } });
    expect(canceled.cancellation?.refundCents).toBeLessThan(totalCents);
  });

  test("[PAY-03] a deposit is not placed after the end of the rental, and everything is refunded", async () => {
    const { money } = here();
    const { id, startAt, totalCents } = await scheduled({ depositAmountCents: 6_000 }, { inDays: 2, days: 1 });
    await reach(startAt, -25);
    await outage(100);
    expect(await settle(id)).toMatchObject({ status: "canceled", cancellation: { refundCents: totalCents } });
    expect(await deposits(id)).toEqual([]);
    await money.expectBalanced();
  });

  test("[PAY-03] nobody pays for a rental that was over before it could be charged", async () => {
    const itemId = await claims.item({});
    const { id, startAt } = await claims.requested(itemId, { inDays: 1, days: 1 });
    await reach(startAt, -2);
    await outage(100, () => as(here().owner, approveBooking, id, {}));
    const canceled = await settle(id);
    expect(canceled).toMatchObject({ status: "canceled", cancellation: { by: "system", reason: "payment_failed" } });
    expect(canceled.payments.every(({ capturedCents, refundedCents }) => capturedCents === refundedCents)).toBe(true);
    await here().money.expectBalanced();
  });

  test("[BOOK-01] an unreported rental doesn't count as completed before both had two days to report it", async () => {
    const { id, endAt } = await scheduled({}, { inDays: 1, days: 1 });
    await reach(endAt, 1);
    await outage(36);
    await reach(endAt, 83);
    expect(await settle(id)).toMatchObject({ status: "scheduled" });
    await reach(endAt, 84.1);
    expect(await settle(id)).toMatchObject({ status: "closed" });
  });

  test("[BOOK-01] the owner has the rest of the two days to inspect a returned item", async () => {
    const { renter } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    await as(renter, markReturned, id, {});
    await passHours(40);
    await outage(36);
    expect(await settle(id, here().owner)).toMatchObject({ status: "return_submitted", depositStatus: "secured" });
    expect((await claims.claim(id, 5_000)).status).toBe("damaged_admin_review");
  });
});

describe("[DMG-01] a deposit hold that lapses in an outage", () => {
  test("a deposit hold that lapses in an outage is authorized again for an open claim, which it then pays", async () => {
    const { id } = await claims.claimed(5_000);
    await reach(await holdEndsAt(id), -13);
    await outage(36);
    expect(await settle(id)).toMatchObject({ status: "damaged_admin_review", depositStatus: "secured" });
    expect((await settle(id)).timeline.map(({ type }) => type)).toContain("deposit_lapsed");
    // Not more than the claim needs.
    expect((await deposits(id)).map(({ amountCents }) => amountCents)).toEqual([6_000, 5_000]);
    expect(await casesFor(await admin(), id)).toEqual([]);
    await claims.decide(id, 5_000);
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "partly_kept" });
    await claims.expectSettled(id, 5_000);
  });

  test("a deposit hold that lapses in an outage is authorized again after the decision, and nothing is written off", async () => {
    const { id } = await claims.claimed(5_000);
    await reach(await holdEndsAt(id), -13);
    await outage(36, () => claims.decide(id, 5_000));
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "partly_kept" });
    await claims.expectSettled(id, 5_000);
  });

  test("a deposit hold that lapses in an outage goes to an admin as lapsed when the card declines another one; giving it up ends the wait", async () => {
    const decider = await admin();
    const { id } = await claims.claimed(5_000);
    await reach(await holdEndsAt(id), -13);
    await loseCard(id);
    await outage(36, () => claims.decide(id, 5_000));
    const lapsed = await settle(id);
    expect(lapsed).toMatchObject({ status: "closed", depositStatus: "lapsed", claim: { status: "decided" } });
    expect(lapsed.allowedActions).toContain("pay_deposit");
    expect(await notificationsOf(decider)).toContain("admin_deposit_lapsed");
    expect(await notificationsOf(here().renter, id)).toContain("deposit_renewal_failed");
    await passHours(24 * 9);
    expect(await settle(id)).toMatchObject({ depositStatus: "lapsed", claim: { status: "decided" } });
    const [waiting] = await casesFor(decider, id);
    expect(waiting).toMatchObject({
      moneyAtStakeCents: 5_000,
      decisions: ["retry_deposit", "give_up_deposit"],
      details: { amountAtRiskCents: 5_000, holdEndsAt: null },
    });
    expect(await hoursFromNow(waiting?.since)).toBeCloseTo(-24 * 9, 0);
    await as(decider, giveUpDeposit, id, { reason: "The card is gone" });
    expect(await settle(id)).toMatchObject({ depositStatus: "released", claim: { status: "uncollectible" } });
    expect(await casesFor(decider, id)).toEqual([]);
    await claims.expectSettled(id, 0);
  });

  test("a deposit hold that lapses in an outage can be tried again by an admin, and held by the renter with another card", async () => {
    const { renter } = here();
    const decider = await admin();
    const { id } = await claims.claimed(5_000);
    await reach(await holdEndsAt(id), -13);
    await loseCard(id);
    await outage(36);
    expect(await settle(id)).toMatchObject({ status: "damaged_admin_review", depositStatus: "lapsed" });
    await as(decider, retryDeposit, id, { reason: "The renter called" });
    expect(await settle(id)).toMatchObject({ depositStatus: "lapsed" });
    expect(await casesFor(decider, id)).toHaveLength(1);
    await claims.pay(await as(renter, payBooking, id, { kind: "deposit" }));
    expect(await settle(id)).toMatchObject({ status: "damaged_admin_review", depositStatus: "secured" });
    expect(await casesFor(decider, id)).toEqual([]);
    const again = { params: { bookingId: id }, headers: decider.headers, body: { reason: "Again" } };
    for (const endpoint of [retryDeposit, giveUpDeposit])
      expect(await callExpectingError(origin(), endpoint, again)).toMatchObject({ status: 409 });
    await claims.decide(id, 5_000);
    expect(await settle(id)).toMatchObject({ status: "closed", depositStatus: "partly_kept" });
  });
});

test("[LATE-01] a late fee without its lapsed deposit is not written off before an admin gives the deposit up", async () => {
  const { owner, renter } = here();
  const decider = await admin();
  const { id, endAt } = await inPossession({ depositAmountCents: 6_000, lateReturnFeeCents: 1_500 });
  await loseCard(id);
  await reach(endAt, 30);
  await as(renter, markReturned, id, {});
  await as(owner, confirmReturn, id, {});
  await reach(await holdEndsAt(id), -13);
  await outage(36);
  await pass(24 * 6);
  expect(await settle(id)).toMatchObject({ depositStatus: "lapsed", lateFee: { status: "calculated" } });
  const [waiting] = await casesFor(decider, id);
  expect(waiting?.moneyAtStakeCents).toBeGreaterThan(0);
  await as(decider, giveUpDeposit, id, { reason: "The card is gone" });
  expect(await settle(id)).toMatchObject({ lateFee: { status: "uncollectible" } });
});

test("an admin still decides a contested no-show after an outage, with the deposit held again", async () => {
  const { owner, renter } = here();
  const { id, startAt, totalCents } = await scheduled({ depositAmountCents: 5_000 }, { inDays: 2, days: 9 });
  await reach(startAt, 1.5);
  await as(owner, reportNoShow, id, {});
  await as(renter, contestNoShow, id, { reason: "I was there" });
  await reach(await holdEndsAt(id), -13);
  await outage(36);
  expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
  expect(await column("deposit_renewals", id)).toBe(1);
  await as(await admin(), cancelBooking, id, { as: "owner_no_show", refundCents: totalCents });
  expect(await settle(id)).toMatchObject({ status: "canceled", depositStatus: "released" });
  expect(await holdsAtProvider(id)).toBe(0);
});
