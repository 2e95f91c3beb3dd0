import { updateProfile } from "@nexby/contract/accounts/profile";
import {
  approveBooking,
  cancelBooking,
  confirmReturn,
  confirmTime,
  declineBooking,
  markReturned,
  previewCancellation,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { createItem } from "@nexby/contract/listings/items";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { call } from "../../../testing/call.ts";
import { createPhotos } from "../../../testing/factories.ts";
import { LISTING } from "../../../testing/listings/listed-items.ts";
import { setTaxRate } from "../../checkout/tests/quotes.fixture.ts";
import { photoAddress } from "../../photos/photo-files.ts";
import { useRentals } from "./rentals.fixture.ts";

const bookings = useRentals();
const { here, item, as } = bookings;

/** Status, payment status and approval status of the booking's request. */
async function requestOf(bookingId: string): Promise<unknown[]> {
  const { rows } = await bookings.database().db.execute(sql`
    select status, payment_status, approval_status from booking_requests where booking_id = ${bookingId}`);
  return Object.values(rows[0] ?? {});
}

test("[BOOK-01] [REQ-01] the server runs a rental from request to payout with balanced books", async () => {
  const { owner, renter, money } = here();
  const itemId = await item({ depositAmountCents: 5_000 });
  const { id, ...requested } = await bookings.requested(itemId, { message: "For the weekend" });
  expect(requested).toMatchObject({ status: "pending", approvalStatus: "pending_owner", paymentStatus: "authorized" });
  expect(await requestOf(id)).toEqual(["pending_owner", "authorized", "pending_owner"]);
  await as(owner, approveBooking, id, { message: "Gladly" });
  expect(await bookings.settle(id)).toMatchObject({ status: "approved", paymentStatus: "captured" });
  expect(await requestOf(id)).toEqual(["approved", "captured", "approved"]);
  await as(owner, confirmTime, id, {});
  expect(await bookings.settle(id)).toMatchObject({
    status: "scheduled",
    depositStatus: "pending",
    isDepositCharged: false,
  });
  await bookings.reach(requested.startAt, -20);
  expect(await bookings.settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
  expect(await bookings.receive(id)).toMatchObject({ status: "in_possession", rentalStatus: "active" });
  expect(await as(renter, markReturned, id, {})).toMatchObject({ status: "return_submitted" });
  expect(await as(owner, confirmReturn, id, {})).toMatchObject({ status: "closed", payoutStatus: "scheduled" });
  expect(await bookings.settle(id)).toMatchObject({ depositStatus: "released" });
  await bookings.passHours(49);
  expect(await bookings.settle(id, owner)).toMatchObject({ status: "closed", payoutStatus: "paid" });
  await money.expectBalanced();
});

test.each(["renter", "owner"])(
  "[ROLE-07] the server lets a user with the primary use %s rent, list and rent again",
  async (primaryUse) => {
    const member = await bookings.joinAsRenter();
    const { headers } = member;
    await call(bookings.origin(), updateProfile, { headers, body: { primaryUse } });
    const rent = async () => bookings.reserve(await bookings.request(await item()), member);
    const { bookingId: before } = await rent();
    const keys = [newId(), newId(), newId()];
    await createPhotos(bookings.database().db, member.id, keys);
    const body = { ...LISTING, images: keys.map(photoAddress) };
    const { body: listed } = await call(bookings.origin(), createItem, { headers, body });
    const { bookingId: after } = await rent();
    const { id: lent } = await bookings.requested(listed.id);
    for (const [id, role] of Object.entries({ [before]: "renter", [after]: "renter", [lent]: "owner" })) {
      expect(await as(member, getBooking, id)).toMatchObject({ id, role, status: "pending" });
    }
  },
);

test("[PAY-01] [REQ-01] the server keeps a request submitted and its checkout open for another card until it is paid", async () => {
  const checkout = await bookings.checkout(await bookings.request(await item()));
  const declined = await bookings.pay(checkout, "pm_card_chargeDeclined");
  expect(declined).toMatchObject({ status: "pending", approvalStatus: "draft", paymentStatus: "action_required" });
  expect(declined.allowedActions).toContain("pay");
  expect(declined.payments[0]).toMatchObject({ failureReason: "The bank declined the card. Try another card." });
  expect(await requestOf(checkout.booking.id)).toEqual(["submitted", "awaiting_payment", "pending_owner"]);
  expect(await bookings.pay(checkout)).toMatchObject({ approvalStatus: "pending_owner", paymentStatus: "authorized" });
  expect(await requestOf(checkout.booking.id)).toEqual(["pending_owner", "authorized", "pending_owner"]);
});

test("[REQ-01] the server charges nothing for a declined request and makes the days available again", async () => {
  const { owner, money } = here();
  const itemId = await item();
  const { id } = await bookings.requested(itemId);
  await as(owner, declineBooking, id, { reason: "It broke" });
  expect(await bookings.settle(id)).toMatchObject({
    status: "declined",
    approvalStatus: "denied",
    paymentStatus: "canceled",
  });
  expect(await requestOf(id)).toEqual(["denied", "canceled", "denied"]);
  await bookings.requested(itemId);
  await money.expectBalanced();
});

test("[REQ-01] [REQ-02] the server expires a request the owner doesn't answer in time, releases its hold and tells the renter", async () => {
  const { money, renter } = here();
  const { id } = await bookings.requested(await item());
  await bookings.passHours(23.9);
  expect(await bookings.settle(id)).toMatchObject({ status: "pending", approvalStatus: "pending_owner" });
  expect(await bookings.holdsAtProvider(id)).toBe(1);
  expect(await bookings.notificationsOf(renter)).not.toContain("request_expired");
  await bookings.passHours(0.2);
  expect(await bookings.settle(id)).toMatchObject({
    status: "expired",
    approvalStatus: "expired",
    paymentStatus: "canceled",
  });
  expect(await requestOf(id)).toEqual(["expired", "canceled", "expired"]);
  expect(await bookings.holdsAtProvider(id)).toBe(0);
  expect(await bookings.notificationsOf(renter)).toContain("request_expired");
  await money.expectBalanced();
});

test("[REQ-01] the server refunds the previewed amount when the renter cancels", async () => {
  const { renter, money } = here();
  const { id, totalCents, startAt } = await bookings.approved(await item(), { inDays: 3 });
  await bookings.reach(startAt, -20);
  const preview = await as(renter, previewCancellation, id);
  expect(preview).toMatchObject({ percent: 50, isCharged: true });
  await as(renter, cancelBooking, id, { refundCents: preview.refundCents });
  expect(await bookings.settle(id)).toMatchObject({ status: "canceled", paymentStatus: "partially_refunded" });
  expect(await requestOf(id)).toEqual(["cancelled", "captured", "approved"]);
  await bookings.passHours(49);
  const booking = await bookings.settle(id, here().owner);
  expect(booking.payoutStatus).toBe("paid");
  expect(totalCents - preview.refundCents).toBe(preview.keptCents);
  await money.expectBalanced();
});

test("[TAX-01] the server warns admins of a missing tax rate once per state and day", async () => {
  const adminUser = await bookings.admin();
  await setTaxRate(bookings.database().db, "OR", "0");
  for (const state of ["WA", "WA", "OR"]) await bookings.requested(await item({ state }));
  await bookings.passHours(24);
  await bookings.requested(await item({ state: "WA" }));
  expect(await bookings.noticeTitlesOf(adminUser)).toEqual(["No tax rate for WA"]);
  await bookings.passHours(24);
  expect(await bookings.noticeTitlesOf(adminUser)).toEqual(["No tax rate for WA", "No tax rate for WA"]);
});

test("[TAX-01] the server warns admins of the delivery state, where the tax applies", async () => {
  const adminUser = await bookings.admin();
  await setTaxRate(bookings.database().db, "ID", "0");
  const itemId = await item({ state: "ID", offerDelivery: true });
  const denver = { exchangeType: "delivery", destination: "80202" } as const;
  expect((await bookings.requested(itemId, denver)).price.tax).toMatchObject({ rateId: null, state: "CO" });
  await bookings.passHours(24);
  expect(await bookings.noticeTitlesOf(adminUser)).toEqual(["No tax rate for CO"]);
});

test("[DATA-05] the server charges the card a week before a booking made far ahead, and the request names the new payment", async () => {
  const paymentIds = async (bookingId: string) => {
    const { rows } = await bookings.database().db.execute(sql`
      select requests.payment_intent_id as named, payments.provider_payment_id as current
      from booking_requests requests
      join bookings on bookings.id = requests.booking_id
      join payments on payments.id = bookings.rental_payment_id
      where bookings.id = ${bookingId}`);
    return rows[0];
  };
  const { id, startAt } = await bookings.approved(await item(), { inDays: 20 });
  const initial = await paymentIds(id);
  expect(initial).toEqual({ named: expect.stringMatching(/^pi_/), current: initial?.named });
  await as(here().owner, confirmTime, id, {});
  expect(await bookings.settle(id)).toMatchObject({ status: "scheduled", paymentStatus: "charge_scheduled" });
  await bookings.reach(startAt, -24 * 7 + 1);
  expect(await bookings.settle(id)).toMatchObject({ status: "scheduled", paymentStatus: "captured" });
  await here().money.expectBalanced();
  const replaced = await paymentIds(id);
  expect(replaced).toEqual({ named: expect.stringMatching(/^pi_/), current: replaced?.named });
  expect(replaced?.named).not.toBe(initial?.named);
});
