import { approveBooking, cancelBooking, confirmTime, declineBooking } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { expect, test } from "vitest";
import { notifyOfUnreadMessages } from "../../messaging/messaging.jobs.ts";
import { type Told, TURNED_OFF, useInterruptedJobs } from "./interrupted-jobs.fixture.ts";

const { as, origin, database, reach, run, loseCard, pairWith, requestOf, expectTold } = useInterruptedJobs();

/** Three requests: one is declined, one expires, and one is approved and canceled a day before its start. */
const TOLD: Told = {
  owner: {
    request_received: 3,
    message_received: 1,
    request_reminder: 2,
    handoff_scheduled: 1,
    pickup_reminder: 1,
  },
  renter: {
    request_declined: 1,
    request_expired: 1,
    booking_approved: 1,
    rental_charged: 1,
    handoff_scheduled: 1,
    pickup_reminder: 1,
    deposit_reminder: 1,
    booking_canceled: 1,
    refund_sent: 1,
  },
};

test.each(TURNED_OFF)(
  "[NOTE-02] [PREF-01] requests tell the right people once on the channels they want, %s and every job interrupted",
  async (_, off) => {
    const pair = await pairWith(off);
    const { owner } = pair;
    const [canceled, declined] = [await requestOf(pair, 3, "For a birthday"), await requestOf(pair, 4)];
    const expired = await requestOf(pair, 9);
    await as(owner, declineBooking, declined, { reason: "Not that week" });
    await as(owner, approveBooking, canceled, {});
    await as(owner, confirmTime, canceled, {});
    await run();
    const { nextStep } = await as(owner, getBooking, expired);
    for (const hours of [-5.5, -0.5, 0.5]) await reach(nextStep?.until ?? "", hours);
    await notifyOfUnreadMessages(database().db, origin());

    await loseCard(canceled);
    const { startAt, pickupAt, totalCents } = await as(owner, getBooking, canceled);
    await reach(startAt, -24);
    await reach(pickupAt ?? "", -23.9);
    await as(owner, cancelBooking, canceled, { refundCents: totalCents, reason: "It broke" });
    await run();
    await expectTold(pair, off, TOLD);
    expect(await as(owner, getBooking, canceled)).toMatchObject({ status: "canceled" });
  },
);
