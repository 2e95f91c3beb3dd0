import {
  approveBooking,
  confirmTime,
  enterHandoffCode,
  markReturned,
  proposeTime,
  showHandoffCode,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { test } from "vitest";
import { digitsShown } from "../../bookings/tests/rentals.fixture.ts";
import { type Told, TURNED_OFF, useInterruptedJobs } from "./interrupted-jobs.fixture.ts";

const { as, reach, run, passHours, pairWith, requestOf, expectTold } = useInterruptedJobs();

/** A rental that ends a day late. */
const TOLD: Told = {
  owner: {
    request_received: 1,
    handoff_scheduled: 1,
    time_confirmed: 1,
    pickup_reminder: 1,
    pickup_soon: 1,
    handed_over: 1,
    return_reminder: 1,
    return_soon: 1,
    return_overdue: 2,
    late_fee_accrued: 1,
    returned: 1,
    late_fee_calculated: 1,
    inspection_reminder: 1,
    late_fee_settled: 1,
    rental_completed: 1,
    payout_sent: 1,
    review_prompt: 2,
  },
  renter: {
    booking_approved: 1,
    rental_charged: 1,
    handoff_scheduled: 1,
    time_proposed: 1,
    pickup_reminder: 1,
    pickup_soon: 1,
    return_reminder: 1,
    return_soon: 1,
    return_overdue: 2,
    late_fee_accrued: 1,
    late_fee_calculated: 1,
    late_fee_settled: 1,
    rental_completed: 1,
    review_prompt: 2,
  },
};

test.each(TURNED_OFF)(
  "[NOTE-02] [PREF-01] a rental tells the right people once on the channels they want, %s and every job interrupted",
  async (_, off) => {
    const pair = await pairWith(off);
    const { owner, renter } = pair;
    const id = await requestOf(pair, 3);
    await as(owner, approveBooking, id, {});
    await as(owner, confirmTime, id, {});
    await passHours(0.05);
    const { startDate } = await as(owner, getBooking, id);
    const { plannedTimes } = await as(owner, proposeTime, id, { kind: "pickup", date: startDate, time: "12:00" });
    await passHours(0.05);
    const proposalId = plannedTimes.find(({ kind }) => kind === "pickup")?.proposal?.id;
    await as(renter, confirmTime, id, { kind: "pickup", proposalId });

    const { startAt, endAt, pickupAt } = await as(owner, getBooking, id);
    await reach(startAt, -24);
    for (const hours of [-23.9, -2, -1.9]) await reach(pickupAt ?? "", hours);
    const { key } = await as(owner, showHandoffCode, id);
    await as(renter, enterHandoffCode, id, { kind: "pickup", code: digitsShown(key) });
    for (const hours of [-24, -2, 2.1, 4.1, 27]) await reach(endAt, hours);
    await as(renter, markReturned, id, {});
    await run();
    for (const hours of [37, 49, 60, 130]) await reach(endAt, 27 + hours);
    await passHours(24 * 7);
    await expectTold(pair, off, TOLD);
  },
);
