import {
  approveBooking,
  cancelBooking,
  declineBooking,
  previewCancellation,
} from "@nexby/contract/bookings/booking-commands";
import { expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import { useRentals } from "./rentals.fixture.ts";

const { here, as, origin, item, requested, approved, settle, reach, scheduled, admin } = useRentals();

test("offers receipts only to the payer, who alone can open them", async () => {
  const { renter } = here();
  const { id } = await scheduled({}, { inDays: 2 });
  const receipts = async (member: Parameters<typeof settle>[1]) =>
    (await settle(id, member)).payments.map(({ hasReceipt }) => hasReceipt);
  expect(await receipts(renter)).toEqual([true]);
  expect(await receipts(await admin())).toEqual([false]);
});

test("reports a deposit as charged when no hold lasts long enough, before and after the charge", async () => {
  const terms = { depositAmountCents: 5_000 };
  expect(await requested(await item(terms), { inDays: 3, days: 2 })).toMatchObject({ isDepositCharged: false });
  expect(await requested(await item(), { inDays: 3, days: 20 })).toMatchObject({ isDepositCharged: false });
  const { id, startAt, endAt } = await approved(await item(terms), { inDays: 3, days: 20 });
  expect(await settle(id)).toMatchObject({ depositStatus: "pending", isDepositCharged: true });
  await reach(startAt, -1);
  const charged = { kind: "deposit", status: "captured" };
  const secured = { depositStatus: "secured", isDepositCharged: true };
  expect(await settle(id)).toMatchObject({
    ...secured,
    payments: expect.arrayContaining([expect.objectContaining(charged)]),
  });
  // A hold placed now would suffice, but the mode of the existing payment counts.
  await reach(endAt, -1);
  expect(await settle(id, here().owner)).toMatchObject(secured);
});

test("shows the owner's retained share of a canceled booking, and 0 for a declined request", async () => {
  const { owner, renter } = here();
  const earned = async (bookingId: string) => (await settle(bookingId, owner)).ownerEarningsCents;
  const terms = { cancellationPolicy: "flexible", dailyRateCents: 10_000 } as const;
  const { id, startAt } = await scheduled(terms, { inDays: 3, days: 1 });
  const fullCents = await earned(id);
  await reach(startAt, -2);
  const input = { params: { bookingId: id }, headers: renter.headers };
  const { refundCents } = (await call(origin(), previewCancellation, input)).body;
  await as(renter, cancelBooking, id, { refundCents });
  expect(await earned(id)).toBe((fullCents ?? 0) / 2);
  expect((await settle(id)).ownerEarningsCents).toBeNull();

  const declined = await requested(await item());
  expect(await earned(declined.id)).toBeGreaterThan(0);
  await as(owner, declineBooking, declined.id, { reason: "Not then" });
  expect(await earned(declined.id)).toBe(0);
});

test("[EXCH-01] shows the owner a delivery's town while they decide, and the address from approval to the end", async () => {
  const { owner, renter } = here();
  const delivered = await item({ offerDelivery: true, deliveryRadius: 30 });
  const address = "12 Elm Street, Austin, TX 78701";
  const { id } = await requested(delivered, { exchangeType: "delivery", destination: address });
  const placeFor = async (member: Parameters<typeof settle>[1]) => (await settle(id, member)).exchange;
  const hidden = { town: "Austin, TX", address: null, latitude: null, longitude: null };
  const shown = { town: "Austin, TX", address, latitude: expect.any(Number), longitude: expect.any(Number) };
  expect(await placeFor(owner)).toMatchObject(hidden);
  expect(await placeFor(renter)).toMatchObject(shown);
  await as(owner, approveBooking, id, { message: "" });
  expect(await placeFor(owner)).toMatchObject(shown);
  expect(await placeFor(await admin())).toMatchObject(hidden);
  await as(owner, cancelBooking, id, { reason: "It broke", refundCents: (await settle(id, owner)).totalCents });
  expect(await placeFor(owner)).toMatchObject(hidden);
  expect(await placeFor(renter)).toMatchObject(shown);
});
