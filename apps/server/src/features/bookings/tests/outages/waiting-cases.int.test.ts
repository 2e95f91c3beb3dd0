import {
  cancelBooking,
  contestNoShow,
  disputeHandoff,
  markHandedOver,
  reportNoShow,
  upholdHandoff,
} from "@nexby/contract/bookings/booking-commands";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { tasksOf } from "../../../../testing/admin-tasks.ts";
import { call } from "../../../../testing/call.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, as, origin, database, passHours, reach, settle, scheduled, admin, column, holdsAtProvider } = rentals;

const DEPOSIT = { depositAmountCents: 5_000 };

/** Each leads to a booking that waits for an admin, with the deposit held. */
const WAITS = {
  no_show: async () => {
    const { id, startAt } = await scheduled(DEPOSIT, { inDays: 2 });
    await reach(startAt, 1.5);
    await as(here().owner, reportNoShow, id, {});
    await as(here().renter, contestNoShow, id, { reason: "I was there" });
    return id;
  },
  handoff: async () => {
    const { id, startAt } = await scheduled(DEPOSIT, { inDays: 2 });
    await reach(startAt, 1);
    await as(here().owner, markHandedOver, id, {});
    await as(here().renter, disputeHandoff, id, { reason: "I have nothing" });
    return id;
  },
  /** The bank questions the payment, so the rental can't count as completed. */
  unreported: async () => {
    const { id, startAt, endAt } = await scheduled(DEPOSIT, { inDays: 1, days: 1 });
    await reach(startAt, 1);
    const { rows } = await database().db.execute<{ charge: string }>(
      sql`select provider_charge_id as charge from payments where booking_id = ${id} and kind = 'rental'`,
    );
    await here().money.control(`charges/${rows[0]?.charge}/dispute`);
    await rentals.payments().control("pump");
    await reach(endAt, 24);
    await reach(endAt, 48.1);
    return id;
  },
};

const renewalsOf = (id: string) => column("deposit_renewals", id).then(Number);

/** Hour by hour, so that the notice comes before the release. */
async function passUntilReleased(id: string) {
  let days = 0;
  for (; (await settle(id)).depositStatus === "secured"; days += 0.5) {
    expect(days).toBeLessThan(40);
    await passHours(12);
  }
  return days;
}

const taskOf = async (id: string) => {
  const { headers } = await admin();
  const kinds = ["contested_no_show", "unreported_rental", "disputed_handoff"] as const;
  const lists = kinds.map((kind) => tasksOf(origin(), kind, headers));
  return (await Promise.all(lists)).flat().find(({ subject }) => subject.bookingId === id);
};

describe.each(Object.keys(WAITS) as (keyof typeof WAITS)[])(
  "[PAY-03] a deposit hold that waits for a decision: %s",
  (wait) => {
    test("a deposit hold is renewed three times, then released with a notification to admins, and the case stays their task", async () => {
      const { money } = here();
      const decider = await admin();
      const id = await WAITS[wait]();
      expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
      const since = (await readClock(database().db)).getTime();
      const notices = async () =>
        (await call(origin(), listNotifications, { headers: decider.headers })).body.filter(
          ({ kind }) => kind === "admin_deposit_ending",
        );
      const days = await passUntilReleased(id);
      // Four holds of four days and eighteen hours, each replaced half a day before its end.
      expect(days).toBeGreaterThan(14);
      expect(days).toBeLessThan(18.5);
      expect(await renewalsOf(id)).toBe(3);
      const [notice, ...others] = await notices();
      expect(others).toEqual([]);
      expect(notice?.message).toContain("$50.00");
      const warnedAt = new Date(String(await column("deposit_warned_at", id))).getTime();
      const releasedAt = (await readClock(database().db)).getTime();
      expect(releasedAt - warnedAt).toBeGreaterThanOrEqual(DAY);

      await passHours(24 * 30);
      expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "released" });
      expect([await renewalsOf(id), await holdsAtProvider(id), (await notices()).length]).toEqual([3, 0, 1]);
      const task = await taskOf(id);
      expect(task).toMatchObject({ due: null, details: { amountAtRiskCents: 5_000, holdEndsAt: null } });
      const age = Date.parse(task?.since ?? "");
      expect(Math.abs(age - since)).toBeLessThan(DAY);
      if (wait === "handoff") {
        await as(decider, upholdHandoff, id, { reason: "The photos show it" });
        expect(await settle(id)).toMatchObject({ depositStatus: "secured" });
        expect(await holdsAtProvider(id)).toBe(1);
      } else {
        const { totalCents } = await settle(id);
        await as(decider, cancelBooking, id, { refundCents: totalCents });
        expect(await settle(id)).toMatchObject({ status: "canceled", depositStatus: "released" });
      }
      expect(await taskOf(id)).toBeUndefined();
      await money.expectBalanced();
    });
  },
);

test("[PAY-03] admins get a notification about the last hold when the card declines its renewal", async () => {
  const decider = await admin();
  const id = await WAITS.no_show();
  await rentals.loseCard(id);
  await passUntilReleased(id);
  expect(await rentals.notificationsOf(decider)).toContain("admin_deposit_ending");
  expect(await column("deposit_warned_at", id)).not.toBeNull();
  await passHours(48);
  await rentals.payments().control("pump");
  await settle(id);
  expect(await holdsAtProvider(id)).toBe(0);
  expect(await taskOf(id)).toMatchObject({ kind: "contested_no_show", details: { holdEndsAt: null } });
});

test("[PAY-03] an admin's task shows the hold, its renewals and the amount at risk", async () => {
  const id = await WAITS.no_show();
  expect(await taskOf(id)).toMatchObject({
    kind: "contested_no_show",
    due: null,
    decisions: ["cancel"],
    details: {
      amountAtRiskCents: 5_000,
      holdEndsAt: expect.any(String),
      renewalsLeft: 3,
      reportedBy: "owner",
      reason: "I was there",
    },
  });
});
