import {
  confirmTime,
  markReturned,
  proposeTime,
  setHandoffInstructions,
} from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { callExpectingError } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, passHours, settle, scheduled, inPossession, admin } = rentals;

const pickupOf = (booking: BookingDetailView) => {
  const plan = booking.plannedTimes.find(({ kind }) => kind === "pickup");
  if (!plan) throw new Error("There is no pickup to plan");
  return plan;
};

const instruct = (member: Member, bookingId: string, instructions: string) =>
  as(member, setHandoffInstructions, bookingId, { instructions });

const rejectionOf = (member: { headers: Record<string, string> }, bookingId: string) =>
  callExpectingError(origin(), setHandoffInstructions, {
    params: { bookingId },
    headers: member.headers,
    body: { instructions: "Ring twice" },
  });

describe("[PICK-01] instructions for the handoff", () => {
  test("[DATA-06] the owner writes them for a pickup, both people read them until the return, and a moved time keeps them", async () => {
    const { owner, renter } = here();
    const { id, startDate } = await scheduled({}, { inDays: 1 });
    const written = await instruct(owner, id, "  Gate code is on the mailbox ");
    expect(written.exchange).toMatchObject({
      specialInstructions: "Gate code is on the mailbox",
      canSetInstructions: true,
    });
    expect(written.timeline.at(-1)).toMatchObject({ type: "instructions_changed", by: "owner", notes: null });
    expect((await as(renter, getBooking, id)).exchange).toMatchObject({
      specialInstructions: "Gate code is on the mailbox",
      canSetInstructions: false,
    });

    await as(renter, proposeTime, id, { kind: "pickup", date: startDate, time: "16:00" });
    await as(owner, confirmTime, id, { kind: "pickup" });
    expect((await as(renter, getBooking, id)).exchange.specialInstructions).toBe("Gate code is on the mailbox");

    await rentals.pickUp(id);
    await instruct(owner, id, "Leave it in the garage");
    expect((await as(renter, getBooking, id)).exchange.specialInstructions).toBe("Leave it in the garage");
    const returned = await as(renter, markReturned, id, {});
    expect(returned.exchange.specialInstructions).toBeNull();
    expect((await as(owner, getBooking, id)).exchange.canSetInstructions).toBe(false);
    expect(await rejectionOf(owner, id)).toMatchObject({ status: 409, error: { code: "action_not_allowed" } });
  });

  test("[DATA-06] only the owner of a pickup and the renter of a delivery write them, and admins don't see them", async () => {
    const { owner, renter } = here();
    const { id } = await scheduled({}, { inDays: 1 });
    await instruct(owner, id, "Gate code is on the mailbox");
    expect(await rejectionOf(renter, id)).toMatchObject({ status: 409 });
    const adminUser = await admin();
    expect(await rejectionOf(adminUser, id)).toMatchObject({ status: 404 });
    expect((await as(adminUser, getBooking, id)).exchange).toMatchObject({
      specialInstructions: null,
      canSetInstructions: false,
    });
    await instruct(owner, id, "");
    expect((await as(owner, getBooking, id)).exchange.specialInstructions).toBeNull();

    const places = { offerDelivery: true, deliveryFeeCents: 500, deliveryRadius: 30 };
    const delivery = { inDays: 2, exchangeType: "delivery", destination: "78704" } as const;
    const delivered = await rentals.approved(await item(places), delivery);
    expect(await rejectionOf(owner, delivered.id)).toMatchObject({ status: 409 });
    const written = await instruct(renter, delivered.id, "The bell is broken");
    expect(written.exchange.specialInstructions).toBe("The bell is broken");
  });
});

describe("[PICK-01] a proposed or confirmed time", () => {
  test("[DATA-06] a proposed or confirmed time shows that the renter is flexible, the owner's response to the renter's proposal, and who confirmed it when", async () => {
    const { owner, renter } = here();
    const request = { inDays: 5, isPickupFlexible: true, requestedPickupTime: "12:00" } as const;
    const { id, startDate, ...booking } = await rentals.approved(await item(), request);
    const { proposal } = pickupOf({ id, startDate, ...booking });
    expect(proposal).toMatchObject({ by: "renter", isFlexible: true, inReplyTo: null });

    const counter = { kind: "pickup", date: startDate, time: "13:00", message: "I work until 1 PM" };
    await as(owner, proposeTime, id, { ...counter, proposalId: proposal?.id });
    expect(pickupOf(await as(renter, getBooking, id)).proposal).toMatchObject({
      by: "owner",
      isFlexible: false,
      inReplyTo: { at: proposal?.at, response: "I work until 1 PM" },
    });

    const from = await readClock(database().db);
    const confirmed = pickupOf(await as(renter, confirmTime, id, { kind: "pickup" }));
    expect(confirmed.confirmation?.by).toBe("renter");
    expect(new Date(confirmed.confirmation?.at ?? 0).getTime()).toBeGreaterThanOrEqual(from.getTime());
    // A new proposal for a confirmed time answers nobody.
    const moved = await as(owner, proposeTime, id, { ...counter, time: "15:00" });
    expect(pickupOf(moved)).toMatchObject({ confirmation: { by: "renter" }, proposal: { inReplyTo: null } });
  });

  test("[DATA-06] a proposed or confirmed time says that nobody confirmed it when it was confirmed automatically", async () => {
    const { id } = await rentals.approved(await item(), { inDays: 5 });
    await passHours(25);
    expect(pickupOf(await settle(id)).confirmation).toEqual({ at: expect.any(String), by: null });
  });

  test("[DATA-06] a proposed or confirmed time has no confirmation while the return is only due at the end", async () => {
    const { plannedTimes } = await inPossession();
    expect(plannedTimes).toMatchObject([{ kind: "return", confirmation: null }]);
  });
});
