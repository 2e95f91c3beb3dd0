import {
  claimDamage,
  confirmReturn,
  confirmTime,
  markHandedOver,
  markReturned,
  proposeTime,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { getBookingCondition } from "@nexby/contract/bookings/condition";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { addPhoto, CLAIM, reportWithPhoto, sendReport } from "../../../testing/bookings/condition-reports.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, reach, settle, scheduled, inPossession, admin } = rentals;

describe("a booking's page", () => {
  test("[DATA-04] a booking's page shows a meetup's place once someone named it, and the place it moved to", async () => {
    const { owner, renter } = here();
    const itemId = await item({ offerMeetup: true, location: "Austin, TX" });
    const unnamed = await rentals.approved(itemId, { inDays: 5, exchangeType: "meetup" });
    expect(unnamed.exchange.meetupLocation).toBeNull();
    const body = { kind: "pickup", date: unnamed.startDate, time: "09:00", place: "Zilker Park" };
    const proposalId = unnamed.plannedTimes[0]?.proposal?.id;
    await as(owner, proposeTime, unnamed.id, { ...body, proposalId });
    const moved = await as(renter, confirmTime, unnamed.id, { kind: "pickup" });
    expect(moved.exchange.meetupLocation).toBe("Zilker Park");
    const { exchange } = await rentals.requested(itemId, {
      inDays: 12,
      exchangeType: "meetup",
      meetupLocation: "The library",
    });
    expect(exchange.meetupLocation).toBe("The library");
    expect((await as(await admin(), getBooking, moved.id)).exchange.meetupLocation).toBeNull();
  });

  test("[DATA-04] a booking's page shows both people the notes of pickup and return, and that the owner found it in good condition", async () => {
    const { owner, renter } = here();
    const { id, startAt } = await scheduled({}, { inDays: 1 });
    await reach(startAt, -0.5);
    await reportWithPhoto(origin(), renter, { bookingId: id, phase: "check_out" });
    await as(renter, markHandedOver, id, { notes: "One peg is bent" });
    const returned = await as(renter, markReturned, id, { notes: "In the shed" });
    expect(returned.returnCondition).toBeNull();
    await as(owner, confirmReturn, id, {});
    for (const member of [renter, owner]) {
      expect(await as(member, getBooking, id)).toMatchObject({
        checkoutNotes: "One peg is bent",
        returnNotes: "In the shed",
        returnCondition: "good",
      });
    }
  });

  test("[DATA-04] a booking's page shows the condition on record: the receiver's report counts, the other one until then", async () => {
    const { owner, renter } = here();
    const { id } = await scheduled({}, { inDays: 1 });
    const recorded = async () => (await as(renter, getBookingCondition, id)).recorded;
    expect(await recorded()).toEqual({ check_out: null, check_in: null });
    const report = { bookingId: id, condition: "other" } as const;
    await sendReport(origin(), owner, { ...report, phase: "check_out", notes: "Freshly washed" });
    expect(await recorded()).toMatchObject({ check_out: { condition: "other", notes: "Freshly washed" } });
    await reportWithPhoto(origin(), renter, { ...report, phase: "check_out", condition: "good", notes: "Still damp" });
    await rentals.pickUp(id);
    await reportWithPhoto(origin(), renter, { ...report, phase: "check_in", notes: "Muddy" });
    expect(await recorded()).toEqual({
      check_out: { condition: "good", notes: "Still damp" },
      check_in: { condition: "other", notes: "Muddy" },
    });
    await reportWithPhoto(origin(), owner, { ...report, phase: "check_in", condition: "damaged", notes: "Torn" });
    expect((await recorded()).check_in).toEqual({ condition: "damaged", notes: "Torn" });
  });

  test("[DATA-04] a booking's page shows when the deposit was released, and the owner when the commission is paid", async () => {
    const { owner, renter } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    expect(await as(owner, getBooking, id)).toMatchObject({ depositReturnedAt: null, isCommissionPaid: false });
    await as(renter, markReturned, id, {});
    const from = await readClock(database().db);
    await as(owner, confirmReturn, id, {});
    const released = await settle(id);
    expect(released).toMatchObject({ depositStatus: "released", isCommissionPaid: null });
    expect(new Date(released.depositReturnedAt ?? 0).getTime()).toBeGreaterThanOrEqual(from.getTime());
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({ payoutStatus: "paid", isCommissionPaid: true });
  });

  test("[DATA-04] a booking's page shows what an admin decided and noted to admins only, and both people that it came back damaged", async () => {
    const { owner, renter } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 });
    await as(renter, markReturned, id, {});
    const { id: photoId } = await addPhoto(origin(), owner, { bookingId: id, stage: "return" });
    await as(owner, claimDamage, id, { ...CLAIM, amountCents: 5_000, photoIds: [photoId] });
    const decider = await admin();
    expect((await as(decider, getBooking, id)).adminDecision).toBeNull();
    const decided = await as(decider, resolveDamageClaim, id, { damageCents: 2_000, notes: "By the photos" });
    expect(decided.adminDecision).toEqual({ resolution: "owner_favor", notes: "By the photos" });
    const involvedAdmin = { ...owner, headers: asViewer({ id: owner.id, isAdmin: true, isApproved: true }) };
    for (const member of [renter, owner, involvedAdmin]) {
      const shown = await as(member, getBooking, id);
      expect(shown).toMatchObject({ returnCondition: "damaged", adminDecision: null });
      expect(JSON.stringify(shown)).not.toMatch(/owner_favor|adminNotes|adminResolution/);
    }
  });
});
